#!/usr/bin/env node
import 'reflect-metadata';
import { commands } from './commands/index.js';
import { runCli } from './program/run-cli.js';

const { env, stdin, stdout, stderr } = process;
const words = process.argv.slice(2);
const here = { env, folder: process.cwd(), stdin, stdout, stderr, signals: process };
const code = await runCli(words, commands, here);
process.exitCode = code;
// After a failure, connections that are open would keep the process alive.
if (code === 1) stderr.write('', () => stdout.write('', () => process.exit()));
