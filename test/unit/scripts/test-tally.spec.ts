import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HARMLESS = 'test/unit/auth/read-instant.spec.ts';

const line = (file: string, passed: number, failed: number, environment = {}) =>
  `${JSON.stringify({ file, environment, passed, failed })}\n`;

describe('The tally of the tests', () => {
  let folder: string;
  let tally: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tally-'));
    tally = join(folder, 'tally');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (written: string, ...words: readonly string[]) => {
    writeFileSync(tally, written);
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test-tally.mjs', ...words], {
      encoding: 'utf8',
      env: { ...process.env, TEST_TALLY: tally },
    });
    return { status, lines: stdout.trim().split('\n') };
  };

  it('counts the last result of each file on each database, and names flaky and failed files', () => {
    const { lines } = run(
      [
        line('a.spec.ts', 2, 1),
        line('b.spec.ts', 4, 0),
        line('b.spec.ts', 3, 1, { TEST_DATABASE: 'postgres' }),
        line('c.spec.ts', 0, 1),
        line('a.spec.ts', 3, 0),
        line('c.spec.ts', 0, 1),
      ].join(''),
      'count',
    );
    expect(lines).toEqual([
      'flaky: a.spec.ts failed, and passed alone',
      'failed: [postgres] b.spec.ts',
      'failed: c.spec.ts',
      '10 passed, 2 failed',
    ]);
  });

  it('counts nothing if nothing ran', () => {
    expect(run('', 'count').lines).toEqual(['0 passed, 0 failed']);
  });

  it('repeats a file that failed, in its environment, and counts the repetition', () => {
    const earlier = line('a.spec.ts', 1, 1);
    const failed = line(HARMLESS, 0, 1, { TEST_DATABASE: 'sqlite' });
    const { status, lines } = run(earlier + failed, 'repeat', '1');
    expect([status, lines[0]]).toEqual([
      0,
      `[sqlite] ${HARMLESS} failed, and runs once more, alone.`,
    ]);
    const written = readFileSync(tally, 'utf8').split('\n');
    expect(JSON.parse(written[2]!)).toMatchObject({
      file: HARMLESS,
      environment: { TEST_DATABASE: 'sqlite' },
      failed: 0,
    });
  });

  it.each([
    [
      'a property',
      line('test/property/rules/schema.property.spec.ts', 1, 1),
      'Failed properties are not repeated.',
    ],
    [
      'the fourth file',
      [1, 2, 3, 4].map((at) => line(`${at}.spec.ts`, 1, 1)).join(''),
      'More than 3 files have failed: none is repeated.',
    ],
    [
      'a failure of the runner',
      line('a.spec.ts', 1, 0),
      'The test runner failed, but no file of it.',
    ],
  ])('does not repeat %s, and fails', (_what, written, reason) => {
    expect(run(written, 'repeat', '0')).toEqual({ status: 1, lines: [reason] });
  });
});
