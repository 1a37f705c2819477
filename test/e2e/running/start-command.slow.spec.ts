import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompiledProject } from '../../support/compiled-project.js';

const deployment = 'export const deployment = () => ({});';

/** Files of deployments that start by themselves, or cannot. */
const files = {
  'prints.js': `${deployment} export const start = async () => console.log('started by itself');`,
  'fails.js': `${deployment} export const start = async () => { throw new TypeError('no seed'); };`,
  'wrong.js': `${deployment} export const start = 'now';`,
  'waits.js': `${deployment} export const start = () => { console.log('waits'); return new Promise(() => setInterval(() => {}, 1_000)); };`,
};

describe('resource-api start, with a file that exports "start" (issue 20, 5)', () => {
  let project: CompiledProject;
  beforeAll(() => {
    project = new CompiledProject('src');
    mkdirSync(join(project.folder, 'own'));
    for (const [name, code] of Object.entries(files))
      writeFileSync(join(project.folder, 'own', name), code);
  });
  afterAll(() => project?.remove());

  const words = (name: keyof typeof files, folder = 'own') => [
    ...['start', '--deployment'],
    join(folder, name),
  ];
  const start = (name: keyof typeof files) =>
    promisify(execFile)(process.execPath, ['src/cli/main.js', ...words(name)], {
      cwd: project.folder,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        stdout,
        stderr,
      }),
    );

  it('calls it, and nothing else', async () => {
    expect(await start('prints.js')).toEqual({
      code: 0,
      stdout: 'started by itself\n',
      stderr: '',
    });
  });

  it('ends with 1 and the reason if it fails', async () => {
    const { code, stdout, stderr } = await start('fails.js');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('no seed');
  });

  it('ends with 1 if it is not a function', async () => {
    const { code, stderr } = await start('wrong.js');
    expect([code, stderr]).toEqual([
      1,
      'own/wrong.js exports "start", which must be a function.\n',
    ]);
  });

  it('ends with 0 by a signal before it listens', async () => {
    const child = project.spawn(
      'src/cli/main.ts',
      {},
      words('waits.js', join(project.folder, 'own')),
    );
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
