import {
  Action,
  createTable,
  dropTable,
  Field,
  MorphMany,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
  type Related,
  type StandaloneActionHandler,
} from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import { Column, Entity, PrimaryColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { startApp, type StartedApp } from '../../support/app-under-test.js';
import { testDialect } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('senders')
class Sender {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 255 }) password!: string;
  letters!: Letter[];
}
@Entity('letters')
class Letter {
  @PrimaryColumn('int') id!: number;
  @Column('varchar', { length: 40 }) from_type!: string;
  @Column('int') from_id!: number;
}

class CreateLetters1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'senders', (type) => ({
      columns: {
        id: 'integer primary key not null',
        name: `${type.text(40)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'letters', (type) => ({
      columns: {
        id: 'integer primary key not null',
        from_type: `${type.text(40)} not null`,
        from_id: `${type.integer} not null`,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['letters', 'senders']) await dropTable(queryRunner, table);
  }
}

/** What has left the service, which no rollback brings back. */
const sent: string[] = [];

/** Deletes senders, with their letters. */
@Action({ external: true, chunkCount: 1 })
class SendAway implements ActionHandler<Sender> {
  async handle(request: ActionRequest, senders: Sender[]) {
    sent.push(...senders.map(({ name }) => name));
    await request.delete(senders);
  }
}

@Action({ external: true, standalone: true })
class SendNews implements StandaloneActionHandler {
  handle() {
    sent.push('news');
  }
}

@Resource({ policy: OpenPolicy })
class LetterResource extends ResourceOf(Letter) {
  @Field() from_type!: string;
  @Field() from_id!: number;
}

@Resource({ policy: OpenPolicy, profile: true, actions: [SendAway, SendNews] })
class SenderResource extends ResourceOf(Sender) {
  @Field() name!: string;
  @MorphMany(() => LetterResource, { morph: 'from' })
  letters!: Related;
}

@ResourceModule({
  resources: [LetterResource, SenderResource],
  migrations: [CreateLetters1735700000098],
})
class LettersModule {}

let started: StartedApp<Sender>;
let test: TestApplication<Sender>;
beforeAll(async () => {
  started = await startApp<Sender>({
    modules: [LettersModule],
    options: {
      authentication: { user: { entity: Sender, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
});
/** Bob and Cyd have two letters each. */
beforeEach(async () => {
  sent.length = 0;
  const { manager } = test.dataSource;
  await manager.query('delete from letters');
  await manager.query('delete from senders');
  for (const [id, name] of [
    [1, 'ann'],
    [2, 'bob'],
    [3, 'cyd'],
  ] as const) {
    await manager.insert(Sender, { id, name, password: 'secret words' });
    if (name === 'ann') continue;
    for (const letter of [10 * id, 10 * id + 1])
      await manager.insert(Letter, { id: letter, from_type: 'senders', from_id: id });
  }
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const senders = async () =>
  (await test.dataSource.manager.find(Sender, { order: { id: 'ASC' } })).map(({ name }) => name);
const send = (path: string, body: object, prefer: string) =>
  test.as('ann').with({ prefer }).post<any>(`/senders${path}`, body);

describe('An action that reaches outside of the database (C13.3, C13.4)', () => {
  const calls = [
    ['listed records', '/actions?action=send-away', { repositories: [2, 3] }, 204],
    ['all records', '/actions?action=send-away&id=2,3', { repositories: 'all' }, 200],
  ] as const;

  it.each(calls)('is refused before its handler runs, on %s', async (_which, path, body) => {
    const { status, body: refusal } = await send(path, body, 'max-affected=1');
    expect([status, refusal, sent]).toEqual([
      409,
      {
        code: 'max_affected_exceeded',
        message: 'The request would change 2 records, but max-affected allows 1.',
      },
      [],
    ]);
    expect(await senders()).toEqual(['ann', 'bob', 'cyd']);
  });

  it.each(calls)(
    'is never refused after its handler has run, on %s',
    async (_which, path, body, success) => {
      expect((await send(path, body, 'max-affected=2')).status).toBe(success);
      expect(sent).toEqual(['bob', 'cyd']);
      expect(await senders()).toEqual(['ann']);
    },
  );

  it('is bounded on one record', async () => {
    const path = '/2/actions?action=send-away';
    expect((await send(path, {}, 'max-affected=0')).status).toBe(409);
    expect(sent).toEqual([]);
    expect((await send(path, {}, 'max-affected=1')).status).toBe(204);
    expect(sent).toEqual(['bob']);
  });

  it('has no bound if it receives no records', async () => {
    const path = '/actions?action=send-news';
    const { status, body } = await send(path, {}, 'max-affected=9');
    expect([status, body.code, sent]).toEqual([409, 'max_affected_unsupported', []]);
    expect((await test.as('ann').post(`/senders${path}`, {})).status).toBe(204);
    expect(sent).toEqual(['news']);
  });

  it.each(['/actions?action=send-news', '/2/actions?action=send-away'])(
    'has no dry run: %s',
    async (path) => {
      const { status, body } = await send(path, {}, 'tx=rollback');
      expect([status, body.code, sent]).toEqual([409, 'dry_run_unsupported', []]);
    },
  );

  if (testDialect === 'postgres')
    it.each<Record<string, string>>([{}, { 'idempotency-key': 'away' }])(
      'is not called again after a conflict: the failure reports that it may have reached outside, with %j',
      async (headers) => {
        await test.dataSource.query(`create or replace function lose() returns trigger
          language plpgsql as $$ begin raise exception 'lost' using errcode = '40001'; end $$`);
        await test.dataSource.query(
          'create trigger lose before delete on senders for each row execute function lose()',
        );
        const caller = test.as('ann').with(headers);
        const { status, body } = await caller.post<any>('/senders/2/actions?action=send-away', {});
        await test.dataSource.query('drop trigger lose on senders');
        expect([status, body.code, sent]).toEqual([503, 'unavailable', ['bob']]);
        expect(body.message).toMatch(/may have reached outside/);
        expect(await senders()).toEqual(['ann', 'bob', 'cyd']);
      },
    );
});
