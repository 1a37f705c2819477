import {
  Action,
  ActionLog,
  createTable,
  defineRules,
  dropTable,
  Field,
  hashPassword,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
  type StandaloneActionHandler,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { holdHashesOf, makeHashesCheap } from '../../support/cheap-hashes.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

/** The wrong passwords that are allowed per minute. */
const LIMIT = 20;

@Entity('keepers')
class Keeper {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
}

class CreateKeepers1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'keepers', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
  }

  down = (queryRunner: QueryRunner): Promise<void> => dropTable(queryRunner, 'keepers');
}

const ran: string[] = [];

const opening = defineRules({ password: ['required', 'current_password'] });
const trying = defineRules({ tries: ['array'], 'tries.*': ['current_password'] });

@Action({ rules: opening, external: true })
class OpenSafe implements ActionHandler<Keeper, typeof opening> {
  async handle(request: ActionRequest<typeof opening>, keepers: Keeper[]) {
    ran.push(`opened ${keepers.length}`);
    await request.validate();
  }
}

@Action({ rules: trying, standalone: true })
class TryMany implements StandaloneActionHandler<typeof trying> {
  async handle(request: ActionRequest<typeof trying>) {
    ran.push('tried');
    await request.validate();
  }
}

@Resource({ policy: OpenPolicy })
class LogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

@Resource({ policy: OpenPolicy, logged: true, profile: true, actions: [OpenSafe, TryMany] })
class KeeperResource extends ResourceOf(Keeper) {
  @Field() name!: string;
}

@ResourceModule({
  resources: [LogResource, KeeperResource],
  migrations: [CreateKeepers1735700000098],
})
class KeepersModule {}

let source: DatabaseUnderTest;
let test: TestApplication<Keeper>;
beforeAll(async () => {
  source = await databaseUnderTest();
  test = await createTestApplication<Keeper>({
    modules: [KeepersModule],
    options: {
      database: { url: source.url },
      authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
    },
  });
  const password = await hashPassword('secret words');
  for (const name of ['ann', 'bob'])
    await test.dataSource.manager.insert(Keeper, { name, password });
});
beforeEach(async () => {
  ran.length = 0;
  await test.dataSource.query('delete from login_attempts');
  await test.dataSource.query('delete from action_logs');
});
afterEach(makeHashesCheap);
afterAll(async () => {
  await test?.close();
  await source?.dispose();
});

let keys = 0;
const forms: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'no header': () => ({}),
  'a key': () => ({ 'idempotency-key': `key-${++keys}` }),
  'a bound': () => ({ prefer: 'max-affected=9' }),
};
const names = Object.keys(forms);
const post = (path: string, body: object, headers = {}) =>
  test.as('ann').with(headers).post<any>(path, body);
const rowsOf = async (table: string): Promise<number> =>
  (await test.dataSource.query(`select * from ${table}`)).length;

describe('The current password in the payload of an action (C2.6, C6.9)', () => {
  it.each(names)('is checked before the handler runs, which runs once, with %s', async (name) => {
    const password = 'secret words';
    for (const [path, body] of [
      ['/keepers/actions?action=open-safe', { repositories: [1, 2], password }],
      ['/keepers/actions?action=open-safe', { repositories: 'all', password }],
      ['/keepers/1/actions?action=open-safe', { password }],
    ] as const)
      expect((await post(path, body, forms[name]!())).status).toBe(204);
    expect(ran).toEqual(['opened 2', 'opened 2', 'opened 1']);
  });

  it('is checked before the response of an action that runs after it, and is not stored (C14.1)', async () => {
    const later = { prefer: 'respond-async' };
    const path = '/keepers/actions?action=open-safe';
    const wrong = await post(path, { repositories: [1], password: 'wrong' }, later);
    expect([wrong.status, await rowsOf('action_runs')]).toEqual([422, 0]);
    const body = { repositories: [1, 2], password: 'secret words' };
    expect((await post(path, body, later)).status).toBe(202);
    const [row] = await test.dataSource.query('select request from action_runs');
    expect(JSON.parse(row.request).body).toEqual({ repositories: [1, 2], password: '***' });
    expect(JSON.stringify(row)).not.toContain('secret words');
    expect(ran).toEqual([]);
    await test.workOffRuns();
    expect(ran).toEqual(['opened 2']);
    const [run] = await test.dataSource.query('select status from action_runs');
    expect(run.status).toBe('finished');
  });

  it.each(names)('is refused if it is wrong, and logs no failure, with %s', async (name) => {
    const body = { repositories: [1], password: 'wrong' };
    const { status } = await post('/keepers/actions?action=open-safe', body, forms[name]!());
    expect([status, ran, await rowsOf('login_attempts')]).toEqual([422, [], 1]);
    expect(await rowsOf('action_logs')).toBe(0);
  });

  it.each(names)('allows no more guesses in one payload than at login, with %s', async (name) => {
    const tries = Array.from({ length: 60 }, (_none, at) => (at === 47 ? 'secret words' : `${at}`));
    const path = '/keepers/actions?action=try-many';
    const { status } = await post(path, { tries }, forms[name]!());
    expect([status, ran]).toEqual([429, []]);
    expect(await rowsOf('login_attempts')).toBeLessThanOrEqual(LIMIT);
    expect(await rowsOf('action_logs')).toBe(0);
  });

  it.each(names)('lets others sign in while it is checked, with %s', async (name) => {
    const held = 'a password whose hash takes long';
    const hashes = holdHashesOf(held);
    const body = { repositories: [1], password: held };
    const running = post('/keepers/actions?action=open-safe', body, forms[name]!());
    await hashes.begun;
    const login = { email: 'bob', password: 'secret words' };
    const beside = await test.anonymous.post('/login', login).finally(hashes.release);
    expect([beside.status, (await running).status]).toEqual([200, 422]);
  });
});
