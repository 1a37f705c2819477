#!/usr/bin/env node
import 'reflect-metadata';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command, DeploymentFactory } from './command.js';

/** Each is loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  health: () => import('./health.command.js'),
  'logs:prune': () => import('./logs-prune.command.js'),
  'migration:generate': () => import('./migration-generate.command.js'),
  openapi: () => import('./openapi.command.js'),
  'resources:check': () => import('./resources-check.command.js'),
  user: () => import('./user.command.js'),
};

const usage = `Usage: resource-api [--deployment <file>] <command> [arguments]

The file is compiled, and exports a function \`deployment(environment)\`; dist/deployment.js by default.
Commands: ${Object.keys(commands).join(', ')}.`;

/** `--deployment x.js user create` -> the file, and the words of the command. */
function parse(words: readonly string[]): {
  readonly file: string;
  readonly rest: readonly string[];
} {
  const [first, file, ...rest] = words;
  return first === '--deployment' && file !== undefined
    ? { file, rest }
    : { file: 'dist/deployment.js', rest: words };
}

async function loadDeployment(file: string): Promise<DeploymentFactory> {
  const { href } = pathToFileURL(resolve(file));
  const { deployment } = (await import(href)) as { readonly deployment?: DeploymentFactory };
  if (typeof deployment !== 'function')
    throw new Error(`${file} does not export a function "deployment".`);
  return deployment;
}

const { file, rest } = parse(process.argv.slice(2));
const [name = '', ...args] = rest;
if (Object.hasOwn(commands, name)) {
  const { run } = await commands[name]!();
  await run(args, () => loadDeployment(file));
} else {
  console.error(usage);
  process.exitCode = 1;
}
