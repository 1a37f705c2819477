import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createLogger } from '../../../src/base/logging/index.js';
import { OrphanSweep } from '../../../src/modules/storage/orphan-sweep.js';
import { SweepSchedule } from '../../../src/modules/storage/sweep-schedule.js';
import { User } from '../../../demo/resources/users/user.entity.js';
import { TestProcesses } from '../../support/test-processes.js';
import { form } from '../../support/forms.js';
import { png } from '../../support/images.js';
import { listen } from '../http/raw.js';
import { FilesApp, filesIn } from './files-app.js';
import { NOW } from '../../support/freeze-clock.js';

const HOUR = 60 * 60 * 1000;
const name = (number: number) => String(number).padStart(22, 'x');
const body = form({ name: 'avatar', filename: 'x', content: png() });

describe('the sweep of stored files', () => {
  const lines: string[] = [];
  let files: FilesApp;
  beforeAll(async () => {
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    files = await FilesApp.start({ logger });
  });
  afterEach(async () => {
    lines.length = 0;
    aged.clear();
    await files.reset();
  });
  afterAll(() => files.close());
  // Only the clock of the sweep: other nodes start with the real one.
  beforeAll(() => void jest.spyOn(Date, 'now').mockReturnValue(NOW));
  afterAll(() => jest.restoreAllMocks());

  /** The files that {@link age} dated; everything else is stored at the moment of the sweep. */
  const aged = new Set<string>();

  const sweep = (app = files) => {
    for (const path of readdirSync(files.folder, { recursive: true, encoding: 'utf8' }))
      if (!aged.has(path)) date(path, NOW);
    return app.app.get(OrphanSweep, { strict: false }).run(new AbortController().signal);
  };

  /** Stores a file at a path of stored files, the given number of hours ago. */
  function place(path: string, hours = 2): string {
    const target = join(files.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, png());
    age(path, hours);
    return path;
  }

  function age(path: string, hours: number): void {
    aged.add(path);
    date(path, NOW - hours * HOUR);
  }

  function date(path: string, instant: number): void {
    utimesSync(join(files.folder, path), new Date(instant), new Date(instant));
  }

  const refer = (id: number, path: string | null) =>
    files.database.dataSource.manager.update(User, id, { avatar: path && `/storage/${path}` });

  it('removes files older than an hour that no record refers to (C10.3)', async () => {
    const held = place(`users/4/${name(1)}.png`);
    const named = place(`companies/a~20b/${name(2)}/logo 1.png`);
    await refer(4, held);
    await refer(3, `companies/a~20b/${name(2)}/logo%201.png`);
    place(`users/4/${name(3)}.png`);
    const young = place(`users/4/${name(4)}.png`, 0.9);
    place(`users/77/${name(5)}/avatar`);
    await sweep();
    expect([...files.stored()].sort()).toEqual([named, held, young].sort());
    expect(readdirSync(join(files.folder, 'users'))).toEqual(['4']);
  });

  it('ignores files that this service did not create (C10.3)', async () => {
    const foreign = [
      'notes.txt',
      `ghosts/4/${name(1)}.png`,
      'users/4/short.png',
      `users/${name(1)}.png`,
    ];
    for (const path of foreign) place(path);
    await sweep();
    expect([...files.stored()].sort()).toEqual([...foreign].sort());
  });

  it('removes forms that a crash left in their folder (C10.3)', async () => {
    place('.incoming/form-old/0');
    place('.incoming/form-young/0');
    age('.incoming/form-old', 2);
    await sweep();
    expect(files.stored()).toEqual(['.incoming/form-young/0']);
  });

  it('runs one query per column, and one for kept files, for 200 files (C10.3)', async () => {
    for (let number = 0; number < 201; number++) place(`users/4/${name(number)}.png`);
    await refer(4, `users/4/${name(0)}.png`);
    const statements: string[] = [];
    const stop = files.database.observe((text) => statements.push(text));
    await sweep();
    stop();
    expect(files.stored()).toEqual([`users/4/${name(0)}.png`]);
    // Two batches, two columns of images (of users and of companies), and the files kept for reverts.
    expect(statements).toHaveLength(6);
  });

  it('keeps all files if no record refers to any of many, since another database owns them (C10.3)', async () => {
    for (let number = 0; number < 21; number++) place(`users/4/${name(number)}.png`);
    await sweep();
    expect(files.stored()).toHaveLength(21);
    expect(lines.join()).toContain('No record refers to any of the 21 stored files');
    await refer(4, place(`users/4/${name(99)}.png`));
    await sweep();
    expect(files.stored()).toEqual([`users/4/${name(99)}.png`]);
  });

  it('may run on several nodes at once (C10.3)', async () => {
    for (let number = 0; number < 20; number++) place(`users/${number}/${name(number)}.png`);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(files.stored()).toEqual([]);
  });

  it('may leave one file too many after a commit of unknown outcome, in both cases (C10.3)', async () => {
    const { path: old } = (await files.send(body, 'avatar/4')).json<{ path: string }>();
    const lost = `users/4/${name(1)}.png`;
    place(lost);
    age(old.slice('/storage/'.length), 2);
    await sweep();
    expect(files.stored()).toEqual([old.slice('/storage/'.length)]);
  });

  it('ends early when the service stops (C10.3)', async () => {
    place(`users/4/${name(1)}.png`);
    await files.app.get(OrphanSweep, { strict: false }).run(AbortSignal.abort());
    expect(files.stored()).toHaveLength(1);
  });

  it('runs once the service listens, and not before (C10.3)', async () => {
    place(`users/4/${name(1)}.png`);
    const node = await FilesApp.start({ url: files.url, folder: files.folder });
    await node.app.get(SweepSchedule, { strict: false }).settle();
    expect(files.stored()).toHaveLength(1);
    await listen(node);
    await node.app.get(SweepSchedule, { strict: false }).settle();
    expect(files.stored()).toEqual([]);
    await node.close();
  });

  it('is logged if it fails, and ends nothing (C10.3)', async () => {
    const node = await FilesApp.start({
      url: files.url,
      folder: files.folder,
      logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    });
    jest
      .spyOn(node.app.get(OrphanSweep, { strict: false }), 'run')
      .mockRejectedValue(new Error('The disk is away.'));
    await listen(node);
    await node.app.get(SweepSchedule, { strict: false }).settle();
    expect(lines.join()).toMatch(/The sweep of stored files failed.*The disk is away/s);
    await node.close();
  });

  describe('after a crash', () => {
    const processes = new TestProcesses();
    afterAll(() => processes.end());

    it('removes a file of a process that was killed between storing and committing (C10.3)', async () => {
      const { path: old } = (await files.send(body, 'avatar/4')).json<{ path: string }>();
      const place = { DATABASE_URL: files.url, STORAGE_PATH: files.folder };
      const [child, address] = await processes.start('test/e2e/storage/files-process.ts', place);
      const headers = { ...body.headers, ...files.signedIn, 'x-then': 'die' };
      const upload = fetch(`${address}/probe/avatar/4`, {
        method: 'POST',
        headers,
        body: body.payload,
      });
      await expect(upload).rejects.toThrow();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');

      const left = filesIn(files.folder);
      expect(left.filter((path) => path.startsWith('users/'))).toHaveLength(2);
      expect(left.filter((path) => path.startsWith('.incoming/'))).toHaveLength(1);
      const { avatar } = await files.database.dataSource.manager.findOneByOrFail(User, { id: 4 });
      expect(avatar).toBe(old);

      await sweep();
      expect(filesIn(files.folder)).toEqual(left);
      for (const path of left) age(path, 2);
      for (const folder of readdirSync(join(files.folder, '.incoming')))
        age(`.incoming/${folder}`, 2);
      await sweep();
      expect(filesIn(files.folder)).toEqual([old.slice('/storage/'.length)]);
      expect(statSync(join(files.folder, old.slice('/storage/'.length))).size).toBe(png().length);
    });
  });
});
