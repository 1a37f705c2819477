import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ActionLog,
  createTable,
  dropTable,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { LogRetention } from '../../../src/modules/action-log/log-retention.js';
import { OrphanSweep } from '../../../src/modules/storage/orphan-sweep.js';
import { startApp, type StartedApp } from '../../support/app-under-test.js';
import { form } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('albums')
class Album {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20, unique: true }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Column('varchar', { length: 255, nullable: true }) cover!: string | null;
}
/** The database deletes it with its album. It has no log. */
@Entity('pictures')
class Picture {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') album_id!: number;
  @Column('varchar', { length: 255, nullable: true }) file!: string | null;
}

class CreateAlbums1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'albums', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(20)} not null`,
        password: `${type.text(255)} null`,
        cover: `${type.text(255)} null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'pictures', (type) => ({
      columns: {
        id: type.key,
        album_id: `${type.integer} not null`,
        file: `${type.text(255)} null`,
      },
      foreignKeys: { album_id: 'albums (id) on delete cascade' },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['pictures', 'albums']) await dropTable(queryRunner, table);
  }
}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}
@Resource({ policy: OpenPolicy })
class PictureResource extends ResourceOf(Picture) {
  @Field() album_id!: number;
  @Field({ image: true }) file!: string | null;
}
@Resource({ policy: OpenPolicy, profile: true, logged: true })
class AlbumResource extends ResourceOf(Album) {
  @Field() name!: string;
  @Field({ image: true }) cover!: string | null;
}
@ResourceModule({
  resources: [LogResource, PictureResource, AlbumResource],
  migrations: [CreateAlbums1735700000098],
})
class AlbumsModule {}

let started: StartedApp<Album>;
let test: TestApplication<Album>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resource-api-kept-'));
  started = await startApp<Album>({
    modules: [AlbumsModule],
    options: {
      authentication: { user: { entity: Album, identifier: 'name', password: 'password' } },
      storage: { path: folder },
    },
  });
  ({ test } = started);
  await test.dataSource.query(`insert into albums (name) values ('ann')`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
  await rm(folder, { recursive: true, force: true });
});

const ann = () => test.as('ann');
async function upload(path: string, field: string, content: Buffer, more: object = {}) {
  const parts = Object.entries(more).map(([name, value]) => ({ name, content: String(value) }));
  const { headers, payload } = form({ name: field, filename: 'a', content }, ...parts);
  const { status, body } = await ann().with(headers).post<any>(path, payload);
  expect([200, 201]).toContain(status);
  return body.data as { id: string; attributes: Record<string, string> };
}
let albums = 0;
/** An album with a cover. */
const album = async () => {
  const { id, attributes } = await upload('/albums', 'cover', png(), { name: `a${++albums}` });
  return { path: `/albums/${id}`, id, cover: attributes.cover! };
};
const coverOf = async (path: string): Promise<string | null> =>
  (await ann().get<any>(path)).body.data.attributes.cover;
/** The status of each file. */
const statuses = async (...paths: readonly string[]) =>
  Promise.all(paths.map(async (url) => (await test.app.inject({ method: 'GET', url })).statusCode));
async function revertLast(headers: Record<string, string> = {}) {
  const [{ id }] = await test.dataSource.query('select max(id) as id from action_logs');
  return ann().with(headers).post<any>(`/action_logs/${id}/revert`, {});
}
const filesIn = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
/** Sweeps as if all files were a day old. */
async function sweep() {
  const old = new Date('2026-01-01');
  for (const { parentPath, name } of await filesIn())
    await utimes(join(parentPath, name), old, old);
  await test.app.get(OrphanSweep, { strict: false }).run(new AbortController().signal);
}

describe('A file that a logged change has removed (C15.1)', () => {
  it('is not served, returns with a revert, and so does the file that replaced it', async () => {
    const { path, cover: first } = await album();
    const second = (await upload(path, 'cover', jpeg())).attributes.cover!;
    expect(await statuses(first, second)).toEqual([404, 200]);
    for (const [shown, hidden] of [
      [first, second],
      [second, first],
      [first, second],
    ] as const) {
      expect((await revertLast()).status).toBe(200);
      expect(await coverOf(path)).toBe(shown);
      expect(await statuses(shown, hidden)).toEqual([200, 404]);
    }
  });

  it('returns with its record, and with the rows that the database deleted', async () => {
    const { path, id, cover } = await album();
    const { file } = (await upload('/pictures', 'file', png(), { album_id: id })).attributes;
    expect((await ann().delete(path)).status).toBe(204);
    expect(await statuses(cover, file!)).toEqual([404, 404]);
    await sweep();
    expect((await revertLast()).status).toBe(200);
    expect(await statuses(cover, file!)).toEqual([200, 200]);
    await sweep();
    expect(await statuses(cover, file!)).toEqual([200, 200]);
    expect((await revertLast()).status).toBe(200);
    expect(await statuses(cover, file!)).toEqual([404, 404]);
  });

  it('stays removed if the revert is only tried', async () => {
    const { path, cover } = await album();
    await ann().patch(path, { cover: null });
    expect((await revertLast({ prefer: 'tx=rollback' })).status).toBe(200);
    expect(await statuses(cover)).toEqual([404]);
    expect(await coverOf(path)).toBeNull();
  });

  it('is 409 with its field if it is gone; with handling=lenient the rest is restored', async () => {
    const { path, cover } = await album();
    const { name } = (await ann().get<any>(path)).body.data.attributes;
    await ann().delete(path);
    await rm(join(folder, cover.replace('/storage/', '')));
    const errors = { cover: ['The file no longer exists.'] };
    const strict = await revertLast();
    expect([strict.status, strict.body.code, strict.body.errors]).toEqual([
      409,
      'revert_unavailable',
      errors,
    ]);
    expect((await ann().get(path)).status).toBe(404);
    const { status, body } = await revertLast({ prefer: 'handling=lenient' });
    expect([status, body.data.affected, body.data.conflicts]).toEqual([
      200,
      1,
      [{ type: 'albums', id: path.split('/')[2], errors }],
    ]);
    expect((await ann().get<any>(path)).body.data.attributes).toEqual({ name, cover: null });
  });

  it('is removed after its log row', async () => {
    const { path, cover } = await album();
    await ann().patch(path, { cover: null });
    await sweep();
    expect(await test.app.get(LogRetention, { strict: false }).prune(-1)).toBeGreaterThan(0);
    const before = (await filesIn()).length;
    await sweep();
    expect((await filesIn()).length).toBeLessThan(before);
    expect(await statuses(cover)).toEqual([404]);
    expect(await test.dataSource.query('select * from action_log_files')).toEqual([]);
  });
});

describe('A file of a resource without a log', () => {
  it('is removed at once, as before (C10.3)', async () => {
    const { id } = await album();
    const picture = await upload('/pictures', 'file', png(), { album_id: id });
    const before = (await filesIn()).length;
    expect((await ann().delete(`/pictures/${picture.id}`)).status).toBe(204);
    expect((await filesIn()).length).toBe(before - 1);
  });
});
