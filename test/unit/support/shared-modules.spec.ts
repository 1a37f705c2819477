import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const runner = resolve('test/support/runner');

/** In the order in which they run, in one worker. */
const files = {
  'helper.ts': `
    import { existsSync } from 'node:fs';
    export const isThere = (path) => existsSync(path);`,
  'changes.spec.ts': `
    import fs from 'node:fs';
    import { isThere } from './helper.js';
    it('changes the process', () => {
      process.env.LEFT = 'left';
      process.chdir('test');
      process.exitCode = 7;
      jest.useFakeTimers({ now: 0 });
      jest.spyOn(fs, 'existsSync').mockReturnValue('spied');
      expect(isThere('/')).toBe('spied');
    });`,
  'finds-nothing.spec.ts': `
    import { isThere } from './helper.js';
    import { basename } from 'node:path';
    it('finds nothing of it', () => {
      const found = [process.env.LEFT, basename(process.cwd()) === 'test', process.exitCode];
      expect([...found, isThere('/'), Date.now() > 0]).toEqual([undefined, false, undefined, true, true]);
    });`,
  'open-server.spec.ts': `
    import { createServer } from 'node:net';
    it('leaves a server', (done) => void createServer().listen(0, '127.0.0.1', done));`,
  'open-timer.spec.ts': `it('leaves a timer', () => void setTimeout(() => undefined, 600_000));`,
  'open-listener.spec.ts': `it('leaves a listener', () => void process.on('SIGUSR2', () => undefined));`,
  'rejection.spec.ts': `
    it('does not wait for a promise', () => void Promise.reject(new Error('Nobody waits')));
    it('runs for longer', () => new Promise((done) => setTimeout(done, 50)));`,
  'passes.spec.ts': `it('passes after all of them', () => undefined);`,
};

interface Result {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
  }[];
}

/** Runs the files as the files of this project are run. */
function run(folder: string): Result {
  mkdirSync(join(folder, 'test'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'test', name), text);
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  copyFileSync('.swcrc', join(folder, '.swcrc'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const config = {
    rootDir: folder,
    roots: ['<rootDir>/test'],
    testMatch: ['**/*.spec.ts'],
    transform: {},
    globalSetup: join(runner, 'compile-tests.js'),
    testRunner: join(runner, 'shared-modules.js'),
    testSequencer: join(folder, 'sequencer.cjs'),
    testEnvironmentOptions: { patience: 50 },
    workerIdleMemoryLimit: '1GB',
  };
  writeFileSync(
    join(folder, 'sequencer.cjs'),
    `module.exports = class extends require('@jest/test-sequencer').default {
      sort(tests) {
        const place = ({ path }) => ${JSON.stringify(Object.keys(files))}.findIndex((name) => path.endsWith(name));
        return [...tests].sort((one, other) => place(one) - place(other));
      }
    };`,
  );
  const { stdout } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/jest/bin/jest.js'),
      ...['--maxWorkers=1', '--forceExit', '--json', '--config', JSON.stringify(config)],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return JSON.parse(stdout) as Result;
}

describe('A worker that shares its modules', () => {
  let folder: string;
  let results: ReadonlyMap<string, { readonly status: string; readonly message: string }>;
  beforeAll(() => {
    mkdirSync('var', { recursive: true });
    folder = mkdtempSync(resolve('var/runner-'));
    results = new Map(
      run(folder).testResults.map(({ name, ...rest }) => [name.slice(folder.length + 6), rest]),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['changes.spec.ts', 'finds-nothing.spec.ts', 'passes.spec.ts'])(
    'puts back what a file has changed: %s',
    (name) => {
      expect(results.get(name)).toEqual({ ...results.get(name), status: 'passed', message: '' });
    },
  );

  it.each([
    ['open-server.spec.ts', 'left open: TCPServerWrap'],
    ['open-timer.spec.ts', 'left open: Timeout'],
    ['open-listener.spec.ts', 'left open: listener of process: SIGUSR2'],
    ['rejection.spec.ts', 'Nobody waits'],
  ])('fails the file that leaves something: %s', (name, message) => {
    expect(results.get(name)!.status).toBe('failed');
    expect(results.get(name)!.message).toContain(message);
  });
});
