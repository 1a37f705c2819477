import type { CliCommand } from '../program/cli-command.js';
import { check } from './check.command.js';
import { client } from './client.command.js';
import { health } from './health.command.js';
import { introspectDatabase } from './introspect.command.js';
import { logsPrune } from './logs-prune.command.js';
import { makeCommands } from './make.commands.js';
import { migrateGenerate } from './migrate-generate.command.js';
import { migrateRevert } from './migrate-revert.command.js';
import { migrateRun } from './migrate-run.command.js';
import { newApplication } from './new.command.js';
import { openapi } from './openapi.command.js';
import { run } from './run.command.js';
import { start } from './start.command.js';
import { tokenCreate } from './token-create.command.js';
import { userCreate } from './user-create.command.js';
import { userPassword } from './user-password.command.js';
import { work } from './work.command.js';

/** The commands of `resource-api`, in the order of its help. */
export const commands: readonly CliCommand[] = [
  newApplication,
  ...makeCommands,
  introspectDatabase,
  start,
  work,
  check,
  openapi,
  client,
  migrateRun,
  migrateRevert,
  migrateGenerate,
  userCreate,
  userPassword,
  tokenCreate,
  run,
  logsPrune,
  health,
];
