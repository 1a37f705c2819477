#!/usr/bin/env node
import { exitOnSignals } from '../exit-on-signals.js';

const { env, stdin, stdout, stderr } = process;
const words = process.argv.slice(2);
// A start handles signals from its first moment: loading the commands takes a tenth of a second.
if (words.includes('start')) exitOnSignals();
// The reader of a pipe, such as `head`, may have enough before everything is printed.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await import('reflect-metadata');
const [{ commands }, { runCli }] = await Promise.all([
  import('./commands/index.js'),
  import('./run-cli.js'),
]);
const code = await runCli(words, commands, { env, folder: process.cwd(), stdin, stdout, stderr });
process.exitCode = code;
// After a failure, connections that are open would keep the process alive.
if (code === 1) stderr.write('', () => stdout.write('', () => process.exit()));
