/**
 * Runs every part of the verification that is too long for `.ci/run`, one after the other, and
 * lists which passed. Each part can be run alone: `npm run verify:<part>`.
 */
import { spawnSync } from 'node:child_process';

const parts = [
  'package',
  'properties',
  'databases',
  'faults',
  'storage',
  'browser',
  'compose',
  'conformance',
  'nodes',
];

const outcomes = parts.map((part) => {
  const command = `npm run verify:${part}`;
  console.log(`\n${command}`);
  const started = process.hrtime.bigint();
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true });
  const seconds = (process.hrtime.bigint() - started) / 1_000_000_000n;
  return { command, seconds, passed: status === 0 };
});

for (const { command, seconds, passed } of outcomes)
  console.log(`${command}: ${passed ? 'passed' : 'failed'} in ${seconds} s`);
process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1;
