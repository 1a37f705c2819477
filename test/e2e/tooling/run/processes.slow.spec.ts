import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { compiledPath } from '../../../support/compiled-path.js';
import { SackDepot } from '../../../support/depot-app/sacks/sack-depot.js';

const SACKS = 12;

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
  await depot.database.write(`insert into keepers (name, is_head) values ('head@depot', ?)`, [
    true,
  ]);
  await depot.fill(SACKS);
});
afterAll(() => depot.stop());

/** Runs the action in a process of its own, which receives SIGINT in a chunk. */
async function grind(stopAt?: number) {
  const cli = compiledPath('src/tooling/cli/main.ts');
  const file = compiledPath('test/e2e/tooling/run/stopped-depot.ts');
  const run = ['run', 'sacks', 'grind-sacks', '--all', '--as', 'head@depot'];
  const child = spawn(process.execPath, [cli, ...run, '--deployment', file], {
    env: { ...process.env, DATABASE_URL: depot.url, LOG_LEVEL: 'error', STOP_AT: String(stopAt) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

const ground = async () =>
  (await depot.states()).filter((state) => state.endsWith(' ground')).length;

describe('The command run in a process of its own', () => {
  it('commits whole chunks until a signal stops it, and continues when it is called again (C6.8)', async () => {
    expect(await grind(3)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Stopping after the current chunk.\nThe run was stopped. (unavailable)\nCommitted before: 9 records in 3 chunks.\n',
    });
    expect(await ground()).toBe(9);
    const { code, stdout, stderr } = await grind();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Ran grind-sacks on 3 records.');
    expect(await ground()).toBe(SACKS);
  });
});
