import { text } from 'node:stream/consumers';
import { AccountCommands } from '../modules/auth/account-commands.js';
import { runAccountCommand } from './run-account-command.js';
import type { Command } from './command.js';
import { runInContext } from './run-in-context.js';

const readPassword = async () => (await text(process.stdin)).replace(/\r?\n$/, '');

/** `resource-api user`: makes accounts and tokens. */
export const run: Command['run'] = (args, load) =>
  runInContext(load, (context) =>
    runAccountCommand(args, context.get(AccountCommands, { strict: false }), readPassword),
  );
