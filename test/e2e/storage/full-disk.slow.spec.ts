import { execFileSync, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestProcesses } from '../../support/test-processes.js';
import { testDialect } from '../../support/databases.js';
import { form } from '../../support/forms.js';
import { png } from '../../support/images.js';
import { FilesApp, filesIn } from './files-app.js';

/**
 * Maximum bytes of a file of the process (RLIMIT_FSIZE): the system then fails writes with EFBIG.
 */
const MAX_FILE = 1_000_000;

/**
 * The limit is set from outside, since the process could not start with a database that is larger
 * already.
 */
describe('A process that may not write large files', () => {
  const processes = new TestProcesses();
  let seeded: FilesApp;
  let child: ChildProcess;
  let url: string;
  beforeAll(async () => {
    seeded = await FilesApp.start();
    const environment = { DATABASE_URL: seeded.url, STORAGE_PATH: seeded.folder };
    [child, url] = await processes.start('test/e2e/storage/files-process.ts', environment);
    execFileSync('prlimit', [`--pid=${child.pid}`, `--fsize=${MAX_FILE}:`]);
  });
  afterAll(async () => {
    processes.end();
    await seeded.close();
  });

  async function upload(content: Buffer) {
    const { payload, headers } = form({ name: 'avatar', filename: 'a.png', content });
    const body = new Uint8Array(payload);
    const response = await fetch(`${url}/probe/avatar/4`, {
      method: 'POST',
      headers: { ...(headers as Record<string, string>), ...seeded.signedIn },
      body,
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  }

  it('accepts a small file, and responds 503 to a large one without leaving anything (EFBIG, C9)', async () => {
    expect(await upload(png())).toMatchObject({ status: 201 });
    const before = filesIn(seeded.folder);
    const large = Buffer.concat([png(), Buffer.alloc(2 * MAX_FILE)]);
    expect(await upload(large)).toEqual({ status: 503, retryAfter: '10' });
    expect(filesIn(seeded.folder)).toEqual(before);
    expect(readdirSync(join(seeded.folder, '.incoming'))).toEqual([]);
  });

  if (testDialect === 'sqlite')
    it('responds 503 and is not ready while its database cannot grow, and is ready again afterwards (SQLITE_IOERR, C9)', async () => {
      execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=1:']);
      const ready = async () => (await fetch(`${url}/health/ready`)).status;
      expect(await ready()).toBe(503);
      expect(await upload(png())).toEqual({ status: 503, retryAfter: '10' });
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:']);
      expect(await ready()).toBe(200);
      expect(await upload(png())).toMatchObject({ status: 201 });
    });
});
