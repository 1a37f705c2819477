import { Injectable } from '@nestjs/common';
import {
  ActionLog,
  BelongsTo,
  createTable,
  dropTable,
  Field,
  HasMany,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Hooks,
  type Policy,
  type Related,
  type WriteRequest,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { testDialect } from '../../../support/databases.js';
import { OpenPolicy } from '../../../support/open-policy.js';

/** A type that pads strings; SQLite does not. */
const fixed = testDialect === 'sqlite' ? 'varchar' : 'char';

@Entity('teams')
class Team {
  @PrimaryColumn('uuid') id!: string;
  @Column('boolean', { default: false }) hidden!: boolean;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
}
@Entity('runners')
class Runner {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20, unique: true, nullable: true }) name!: string | null;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
  @Column('boolean', { default: false }) fast!: boolean;
  @Column('simple-json', { nullable: true }) settings!: unknown;
  @Column('uuid', { nullable: true }) team_id!: string | null;
  @ManyToOne(() => Team) @JoinColumn({ name: 'team_id' }) team!: Relation<Team> | null;
  @Column(fixed, { length: 4, nullable: true }) country_code!: string | null;
  @ManyToOne(() => Country) @JoinColumn({ name: 'country_code' }) country!: Relation<Country>;
}

@Entity('countries')
class Country {
  @PrimaryColumn(fixed, { length: 4 }) code!: string;
  @Column('varchar', { length: 20 }) name!: string;
  @OneToMany(() => Runner, (runner) => runner.country) runners!: Relation<Runner>[];
}

class CreateRunners1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'teams', (type) => ({
      columns: {
        id: type.uuidKey,
        hidden: `${type.boolean} default false not null`,
        deleted_at: `${type.datetime} null`,
      },
    }));
    await createTable(queryRunner, 'runners', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(20)} null`,
        password: `${type.text(255)} null`,
        fast: `${type.boolean} default false not null`,
        settings: `${type.json} null`,
        team_id: `${type.uuid} null`,
        country_code: 'char(4) null',
      },
      uniques: [['name']],
      foreignKeys: { team_id: 'teams (id)' },
    }));
    await queryRunner.query(
      'create table countries (code char(4) not null primary key, name varchar(20) not null)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['countries', 'runners', 'teams']) await dropTable(queryRunner, table);
  }
}

@Injectable()
class TeamPolicy implements Policy<Team> {
  scope() {
    return where<Team>({ hidden: false });
  }
  index() {
    return true;
  }
  delete() {
    return true;
  }
}

@Resource({ policy: TeamPolicy })
class TeamResource extends ResourceOf(Team) {
  @Field() hidden!: boolean;
}
@Resource({ policy: OpenPolicy, profile: true, logged: true })
class RunnerResource extends ResourceOf(Runner) {
  @Field() name!: string | null;
  @Field({ matchable: 'boolean' }) fast!: boolean;
  @Field() settings!: unknown;
  @Field({ matchable: 'text' }) team_id!: string | null;
  @BelongsTo(() => TeamResource) team!: Related;
  @Field() country_code!: string | null;
  @BelongsTo(() => CountryResource) country!: Related;
}
@Injectable()
class CountryHooks implements Hooks<Country> {
  storing(_request: WriteRequest, country: Partial<Country>) {
    country.code = country.name!.slice(0, 2);
  }
}
@Resource({ policy: OpenPolicy, hooks: CountryHooks })
class CountryResource extends ResourceOf(Country) {
  @Field() name!: string;
  @HasMany(() => RunnerResource) runners!: Related;
}
@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}
@ResourceModule({
  resources: [TeamResource, RunnerResource, CountryResource, LogResource],
  migrations: [CreateRunners1735700000098],
  providers: [CountryHooks],
})
class RunnersModule {}

const RED = '0a1b2c3d-0000-4000-8000-00000000abcd';
const BLUE = '0a1b2c3d-0000-4000-8000-00000000ef01';

let started: StartedApp<Runner>;
let test: TestApplication<Runner>;
beforeAll(async () => {
  started = await startApp<Runner>({
    modules: [RunnersModule],
    options: {
      authentication: { user: { entity: Runner, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  await test.dataSource.query(`insert into runners (name) values ('ann')`);
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});
/** Runner 91 is in the red team. */
beforeEach(async () => {
  const { manager } = test.dataSource;
  await manager.query(`delete from runners where name is null`);
  await manager.query('delete from teams');
  await manager.query('delete from action_logs');
  await manager.query(`insert into teams (id) values ('${RED}'), ('${BLUE}')`);
  await manager.query(
    `insert into runners (id, settings, team_id) values (91, '{"theme":"dark","size":{"w":1,"h":2}}', '${RED}')`,
  );
});

const as = (headers: Readonly<Record<string, string>> = {}) => test.as('ann').with(headers);
const show = async () => as().get<any>('/runners/91');

describe('A reference that a write does not change (C4.1)', () => {
  const ways: Readonly<Record<string, (body: object) => Promise<any>>> = {
    PUT: (body) => as().put<any>('/runners/91', body),
    PATCH: (body) => as().patch<any>('/runners/91', body),
    bulk: (body) => as().post<any>('/runners/bulk/update', [{ id: 91, ...body }]),
  };
  const gone: Readonly<Record<string, string>> = {
    'is hidden': `update teams set hidden = ${testDialect === 'postgres' ? 'true' : '1'} where id = '${RED}'`,
    'is soft-deleted': `update teams set deleted_at = '2024-01-01 00:00:00' where id = '${RED}'`,
  };

  it.each(Object.keys(ways).flatMap((way) => Object.keys(gone).map((how) => [way, how] as const)))(
    'is not looked up: %s, of a team that %s',
    async (way, how) => {
      const { attributes } = (await show()).body.data;
      await test.dataSource.query(gone[how]!);
      expect((await ways[way]!(attributes)).status).toBe(200);
      expect((await ways[way]!({ ...attributes, fast: true })).status).toBe(200);
      expect((await show()).body.data.attributes).toEqual({ ...attributes, fast: true });
    },
  );

  it.each(Object.keys(ways))('is looked up if it changes: %s', async (way) => {
    await test.dataSource.query(
      `update teams set hidden = ${testDialect === 'postgres' ? 'true' : '1'} where id = '${BLUE}'`,
    );
    const { status, body } = await ways[way]!({ team_id: BLUE });
    expect([status, Object.values(body.errors)]).toEqual([
      422,
      [['The selected team_id is invalid.']],
    ]);
    expect((await ways[way]!({ team_id: RED })).status).toBe(200);
  });
});

describe('JSON whose members are in another order (C1.6)', () => {
  it('is the same value: there is no log row and no new version', async () => {
    const before = await show();
    const settings = { size: { h: 2, w: 1 }, theme: 'dark' };
    const { status, headers } = await as().patch<any>('/runners/91', { settings });
    expect([status, headers.etag]).toEqual([200, before.headers.etag]);
    expect(await test.dataSource.manager.count(ActionLog)).toBe(0);
    expect((await as().patch('/runners/91', { settings: { theme: 'dark' } })).status).toBe(200);
    expect(await test.dataSource.manager.count(ActionLog)).toBe(1);
  });

  it('is the same body for an Idempotency-Key', async () => {
    const keyed = as({ 'idempotency-key': 'once' });
    const first = await keyed.post<any>('/runners', { fast: true, settings: { a: 1, b: 2 } });
    const again = await keyed.post<any>('/runners', { settings: { b: 2, a: 1 }, fast: true });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });
});

describe('JSON of every kind (C1.6)', () => {
  const values = [{ x: 1 }, 'text', '7', 7, [1, 'a'], true, null];

  it.each(['alike', 'with different members'])(
    'is stored and updated in bulk as it is sent, in elements that are %s',
    async (form) => {
      const extra = (at: number) => (form === 'alike' || at % 2 ? {} : { fast: true });
      const settingsOf = ({ body }: any) =>
        body.data.map(({ attributes }: any) => attributes.settings);
      const stored = await as().post<any>(
        '/runners/bulk',
        values.map((settings, at) => ({ settings, ...extra(at) })),
      );
      expect(settingsOf(stored)).toEqual(values);
      const ids = stored.body.data.map(({ id }: any) => id);
      const updates = [...values.slice(1), values[0]];
      const updated = await as().post<any>(
        '/runners/bulk/update',
        updates.map((settings, at) => ({ id: ids[at], settings, ...extra(at) })),
      );
      expect(settingsOf(updated)).toEqual(updates);
      expect((await as().get<any>(`/runners/${ids[0]}`)).body.data.attributes.settings).toBe(
        'text',
      );
    },
  );
});

describe('A key in a column of fixed length (C13.5)', () => {
  it('belongs to its own record of a bulk write', async () => {
    const names = ['Peru', 'Chad', 'Oman'];
    const { body } = await as().post<any>(
      '/countries/bulk',
      names.map((name) => ({ name })),
    );
    expect(body.data.map(({ attributes }: any) => attributes.name)).toEqual(names);
    const ids = body.data.map(({ id }: any) => id);
    expect(ids).toEqual(['Pe', 'Ch', 'Om']);
    const read = async (keys: readonly string[]) =>
      (await as().get<any>(`/countries?id=${keys.join(',')}`)).body.data;
    expect(await read(ids)).toHaveLength(3);
    expect(await read(['Pe', 'Om'])).toHaveLength(2);
    const renamed = names.map((name) => `The ${name}`);
    const updated = await as().post<any>(
      '/countries/bulk/update',
      renamed.map((name, at) => ({ id: ids[at], name })),
    );
    expect(updated.body.data.map(({ attributes }: any) => attributes.name)).toEqual(renamed);
  });

  it('finds its records through relations', async () => {
    const names = ['Iran', 'Cuba'];
    const { body } = await as().post<any>(
      '/countries/bulk',
      names.map((name) => ({ name })),
    );
    const ids = body.data.map(({ id }: any) => id);
    const runners = await as().post<any>(
      '/runners/bulk',
      ['Ir', 'Cu', 'Ir'].map((country_code) => ({ country_code })),
    );
    expect(runners.status).toBe(201);
    const countOf = ({ relationships }: any) => relationships.runners.length;
    const read = await as().get<any>(`/countries?id=${ids.join(',')}&include=runners`);
    expect(read.body.data.map(countOf).sort()).toEqual([1, 2]);
    const codes = runners.body.data.map(({ id }: any) => id).join(',');
    const back = await as().get<any>(`/runners?id=${codes}&include=country`);
    expect(
      back.body.data.map(({ relationships }: any) => relationships.country.attributes.name),
    ).toEqual(['Iran', 'Cuba', 'Iran']);
  });
});

describe('A UUID (C1.3)', () => {
  const upper = RED.toUpperCase();

  it('is read in any case, in paths, lists, matches and bodies', async () => {
    expect((await as().get<any>(`/teams/${upper}`)).body.data.id).toBe(RED);
    expect((await as().get<any>(`/teams?id=${upper},${BLUE}`)).body.data).toHaveLength(2);
    expect((await as().get<any>(`/runners?team_id=${upper}`)).body.data).toHaveLength(1);
    const { status, body } = await as().patch<any>('/runners/91', {
      team_id: BLUE.toUpperCase(),
    });
    expect([status, body.data.attributes.team_id]).toEqual([200, BLUE]);
    expect((await as().delete(`/teams/${upper}`)).status).toBe(204);
    expect((await as().get(`/teams/${RED}`)).status).toBe(404);
  });
});

if (testDialect !== 'postgres')
  describe('A boolean that is kept as a number (C5.6)', () => {
    it.each([1, 2, -1])('is true as %i, and is matched as that', async (fast) => {
      await test.dataSource.query(`update runners set fast = ${fast} where id = 91`);
      expect((await show()).body.data.attributes.fast).toBe(true);
      const ids = async (query: string) =>
        (await as().get<any>(`/runners?${query}`)).body.data.map(({ id }: any) => id);
      expect(await ids('fast=true')).toEqual(['91']);
      expect(await ids('-fast=false')).toEqual(['91']);
      expect(await ids('fast=false')).not.toContain('91');
      expect(await ids('-fast=true')).not.toContain('91');
    });
  });
