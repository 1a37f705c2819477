import { ConflictException } from '@nestjs/common';
import { dialects } from '../../../src/database/engines/dialects.js';
import { RequestError } from '../../../src/index.js';
import { LogRows } from '../../../src/modules/action-log/log-rows.js';
import type { Work } from '../../support/depot-app/sacks/actions.js';
import { Sack, Slip } from '../../support/depot-app/sacks/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { JsonText } from '../../../src/database/values/json-text.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(4));
afterAll(() => depot.stop());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const sack = { title: 'New', state: 'new', weight: '1.5', pin: 'my pin', keeper_id: 2 };

describe('The log of writes', () => {
  it('contains the user, the record and the channel of a store (C8.1)', async () => {
    const { body } = await depot.send('POST', 'sacks', sack);
    expect(await depot.log()).toEqual([
      {
        user_id: '3',
        name: 'Stored',
        type: 'sacks',
        key: body.data.id,
        status: 'finished',
        original: {},
        changes: { title: 'New', state: 'new', weight: '1.50', pin: '***', keeper_id: '2' },
        exception: '',
        batch: expect.stringMatching(uuid) as string,
        meta: { channel: 'http', client: 'depot-test/1' },
      },
    ]);
  });

  it('contains the changed fields, before and after, in the form of responses (C8.1, C1.6)', async () => {
    await depot.send('PATCH', 'sacks/1', {
      title: 'Sack 1',
      state: 'old',
      weight: 2,
      milled_at: '2030-01-02T03:04:05Z',
    });
    const [row] = await depot.log();
    expect(row).toMatchObject({
      name: 'Updated',
      original: { state: 'new', weight: null, milled_at: null },
      changes: { state: 'old', weight: '2.00', milled_at: '2030-01-02T03:04:05.000Z' },
    });
    expect(Object.keys(row!.changes)).toEqual(['state', 'weight', 'milled_at']);
  });

  it('has no row for a write that changes nothing (C8.1)', async () => {
    expect((await depot.send('PATCH', 'sacks/1', { title: 'Sack 1' })).status).toBe(200);
    expect(await depot.log()).toEqual([]);
  });

  it('contains the values of a deleted record, and keeps its rows (C8.1, C4.5)', async () => {
    await depot.send('DELETE', 'sacks/2');
    const [row] = await depot.log();
    expect(row).toMatchObject({ name: 'Deleted', type: 'sacks', key: '2', changes: {} });
    expect(row!.original).toMatchObject({
      title: 'Sack 2',
      keeper_id: '2',
      pin: '***',
      origin: '***',
    });
  });

  it('never contains hidden values: write-only fields, and columns without a field (C8.3)', async () => {
    await depot.send('POST', 'sacks', sack);
    await depot.send('PATCH', 'sacks/1', { pin: 'another pin' });
    await depot.run('sacks', 'grind-sacks', { repositories: [2] }, (request, sacks) =>
      request.update(sacks, { pin: 'third pin', origin: 'elsewhere' }),
    );
    await depot.send('DELETE', 'sacks/3');
    const log = await depot.log();
    expect(JSON.stringify(log)).not.toMatch(
      /my pin|another|third|elsewhere|secret pin|hidden origin/,
    );
    expect(log[2]).toMatchObject({
      original: { pin: '***', origin: '***' },
      changes: { pin: '***', origin: '***' },
    });
  });

  it('is kept only for resources that opted in (spec, Action log resource)', async () => {
    await depot.send('POST', 'slips', { text: 'a' });
    await depot.send('POST', 'grains', { id: 'rye', label: 'Rye' });
    await depot.run('grains', 'sift-grains', { repositories: 'all' }, () => 1);
    expect(await depot.log()).toEqual([]);
  });

  it('puts all rows of a request into one batch, and each request into its own (C8.1)', async () => {
    await depot.run('sacks', 'grind-sacks', { repositories: 'all' }, () => 1);
    await depot.send('PATCH', 'sacks/1', { title: 'b' });
    const batches = (await depot.log()).map(({ batch }) => batch);
    expect(new Set(batches.slice(0, 5)).size).toBe(1);
    expect(new Set(batches).size).toBe(2);
  });

  it('stores at most 255 characters about a client, and null if there is nothing (C8.1)', async () => {
    const send = (agent: Record<string, string>) =>
      depot
        .client('head')
        .with(agent)
        .patch('/sacks/1', { title: String(agent['user-agent']?.length) });
    await send({ 'user-agent': 'x'.repeat(5_000) });
    expect((await depot.log())[0]!.meta.client).toBe('x'.repeat(255));
  });
});

describe('The log of actions', () => {
  it('has a row for each record that the handler received, under the uriKey, changed or not (C8.1)', async () => {
    await depot.run('sacks', 'grind-sacks', { repositories: [3, 1] }, (request, [first]) =>
      request.update([first!], { state: 'ground' }),
    );
    expect(await depot.log()).toMatchObject([
      {
        name: 'grind-sacks',
        type: 'sacks',
        key: '1',
        original: { state: 'new' },
        changes: { state: 'ground' },
      },
      {
        name: 'grind-sacks',
        type: 'sacks',
        key: '3',
        original: {},
        changes: {},
        status: 'finished',
      },
    ]);
  });

  it('puts the rows of a chunk into one insert (issue, 7)', async () => {
    const statements = await depot.statements(() =>
      depot.run('sacks', 'grind-sacks', { repositories: [1, 2, 3, 4] }, () => 1),
    );
    expect(statements.filter((sql) => sql.startsWith('insert'))).toHaveLength(1);
  });

  it('names the operation of other records that an action writes, in the same batch', async () => {
    await depot.run('sacks/1', 'open-sack', {}, async (request) => {
      const [stored] = await request.store(Sack, [{ title: 'a', state: 'new', keeper_id: 1 }]);
      const other = await request.manager.findOneByOrFail(Sack, { id: 2 });
      await request.update([other], { state: 'old' });
      await request.delete([stored!]);
      await request.store(Slip, [{ text: 'not logged' }]);
    });
    const log = await depot.log();
    expect(log.map(({ name, key }) => `${name} ${key}`)).toEqual([
      'open-sack 1',
      expect.stringMatching(/^Stored \d+$/) as string,
      'Updated 2',
      expect.stringMatching(/^Deleted \d+$/) as string,
    ]);
    expect(log[2]).toMatchObject({ original: { state: 'new' }, changes: { state: 'old' } });
    expect(new Set(log.map(({ batch }) => batch)).size).toBe(1);
  });

  it('has one row without a record for a standalone action (C8.1)', async () => {
    await depot.run('sacks', 'fill-sacks', {}, () => 1);
    await depot.run('sacks/1', 'fill-sacks', {}, () => 1);
    expect(await depot.logSummary()).toEqual([
      'fill-sacks - - finished',
      'fill-sacks - - finished',
    ]);
  });

  it('has a row for a run over all records, committed before the run, with its progress (C8.2)', async () => {
    const seen: unknown[] = [];
    await depot.run('sacks', 'grind-sacks', { repositories: 'all' }, async () => {
      const rows = await depot.database.query(
        'select status, meta from action_logs where actionable_id is null',
      );
      seen.push(...rows.map(([status, meta]) => [status, JSON.parse(meta as string) as unknown]));
    });
    const origin = { channel: 'http', client: 'depot-test/1' };
    expect(seen).toEqual([
      ['running', origin],
      ['running', { ...origin, chunks: 1, records: 3 }],
    ]);
    expect((await depot.logSummary())[0]).toBe('grind-sacks - - finished');
    expect((await depot.log())[0]!.meta).toEqual({ ...origin, chunks: 2, records: 4 });
  });

  it('has no row for a run over listed keys (C8.2)', async () => {
    await depot.run('sacks', 'grind-sacks', { repositories: [99] }, () => 1);
    expect(await depot.log()).toEqual([]);
  });

  it('stores rows that together exceed the size of one statement', async () => {
    const rows = new LogRows(dialects[depot.database.dialect], depot.database.dataSource);
    const row = {
      user_id: '3',
      name: 'n',
      actionable_type: null,
      actionable_id: null,
      status: 'finished' as const,
    };
    const text = 'x'.repeat(1_000_000);
    const large = {
      ...row,
      original: new JsonText('{}'),
      changes: new JsonText(JSON.stringify({ text })),
      exception: '',
      batch_id: 'b',
    };
    const many = Array.from({ length: 30 }, () => ({
      ...large,
      meta: { channel: 'http', client: null },
      snapshot_id: null,
      created_at: new Date(),
    }));
    const statements = await depot.statements(() =>
      depot.database.transaction(async (transaction) => transaction.later(rows.insertions(many))),
    );
    expect(statements.filter((sql) => sql.startsWith('insert'))).toHaveLength(10);
    expect((await depot.log()).filter(({ changes }) => changes.text === text)).toHaveLength(30);
  });
});

describe('The log of failures', () => {
  it.each([
    ['validation', () => depot.send('POST', 'sacks', {}), 422],
    ['an unknown record', () => depot.send('PATCH', 'sacks/99', { title: 'x' }), 404],
    [
      'a record that is not visible',
      () => depot.send('DELETE', 'sacks/1', undefined, 'other'),
      404,
    ],
    [
      'a malformed query',
      () => depot.send('PATCH', 'sacks/1?include=nothing', { title: 'x' }),
      400,
    ],
    [
      'a hook that rejects',
      () => {
        depot.hooks.updatingSack = () => {
          throw new RequestError('conflict', { message: 'Closed.' });
        };
        return depot.send('PATCH', 'sacks/1', { title: 'x' });
      },
      409,
    ],
    [
      'a value that only the database refuses',
      () => {
        depot.hooks.updatingSack = (values) => void (values.keeper_id = 99);
        return depot.send('PATCH', 'sacks/1', { title: 'x' });
      },
      409,
    ],
    [
      'an action that is not there',
      () => depot.run('sacks', 'no-such', { repositories: [1] }),
      404,
    ],
  ])('has no row for a rejected request: %s (C8.2)', async (_what, send, status) => {
    expect((await send()).status).toBe(status);
    expect(await depot.log()).toEqual([]);
  });

  it.each([
    [
      'store',
      'Stored',
      null,
      () => {
        depot.hooks.storingSack = () => {
          throw new Error('No space.');
        };
        return depot.send('POST', 'sacks', sack);
      },
    ],
    [
      'update',
      'Updated',
      '1',
      () => {
        depot.hooks.updatingSack = () => {
          throw new Error('No space.');
        };
        return depot.send('PATCH', 'sacks/1', { title: 'x' });
      },
    ],
    [
      'delete',
      'Deleted',
      '1',
      () => {
        depot.hooks.deletedSack = () => {
          throw new Error('No space.');
        };
        return depot.send('DELETE', 'sacks/1');
      },
    ],
    [
      'action on a record',
      'open-sack',
      '1',
      () =>
        depot.run('sacks/1', 'open-sack', {}, () => {
          throw new Error('No space.');
        }),
    ],
    [
      'action on listed records',
      'grind-sacks',
      null,
      () =>
        depot.run('sacks', 'grind-sacks', { repositories: [1] }, () => {
          throw new Error('No space.');
        }),
    ],
  ])('has one row, with the message, for a failed %s (C8.2)', async (_what, name, key, send) => {
    expect((await send()).status).toBe(500);
    const log = await depot.log();
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({
      name,
      key,
      status: 'failed',
      exception: 'No space.',
      original: {},
      changes: {},
    });
    expect(await depot.states()).toEqual(['1 new', '2 new', '3 new', '4 new']);
  });

  it('has no row if the database rejects a write: another row refers to the record (C8.2)', async () => {
    await depot.database.write("insert into slips (text, sack_id) values ('a', 2)");
    expect((await depot.send('DELETE', 'sacks/2')).status).toBe(409);
    const deleting = (request: Parameters<Work>[0], sacks: Parameters<Work>[1]) =>
      request.delete(sacks);
    expect((await depot.run('sacks', 'grind-sacks', { repositories: [2] }, deleting)).status).toBe(
      409,
    );
    expect(
      (await depot.run('sacks', 'grind-sacks', { repositories: 'all' }, deleting)).status,
    ).toBe(409);
    expect(
      (await depot.run('sacks', 'grind-all-at-once', { repositories: 'all' }, deleting)).status,
    ).toBe(409);
    expect(await depot.log()).toEqual([]);
  });

  it.each([
    ['a chunk that is each its own transaction', 'grind-sacks', ['1', '2', '3']],
    ['one transaction', 'grind-all-at-once', []],
  ])(
    'has no row for a run whose handler rejects the request late, in %s (C8.2)',
    async (_what, action, done) => {
      const { status, body } = await depot.run(
        'sacks',
        action,
        { repositories: 'all' },
        async (request, sacks) => {
          await request.update(sacks, { state: 'ground' });
          if (sacks[0]!.id > 3) throw new ConflictException('Not this one.');
        },
      );
      expect([status, body.message]).toEqual([409, 'Not this one.']);
      const log = await depot.log();
      expect(log.map(({ key, status: outcome }) => [key, outcome])).toEqual(
        done.map((key) => [key, 'finished']),
      );
      expect((await depot.states()).filter((state) => state.endsWith('ground'))).toHaveLength(
        done.length,
      );
    },
  );

  it('has one failed row for a run that fails late (C8.2)', async () => {
    const { status } = await depot.run(
      'sacks',
      'grind-all-at-once',
      { repositories: 'all' },
      (_request, sacks) => {
        if (sacks[0]!.id > 3) throw new Error('Broken.');
      },
    );
    expect(status).toBe(500);
    expect(await depot.log()).toMatchObject([
      { name: 'grind-all-at-once', key: null, status: 'failed', exception: 'Broken.' },
    ]);
  });

  it('shortens a long message, and removes characters that a string cannot store', async () => {
    await depot.run('sacks', 'fill-sacks', {}, () => {
      throw new Error(`a\0b${'x'.repeat(10_000)}`);
    });
    const [{ exception } = { exception: '' }] = await depot.log();
    expect(exception).toBe(`a\uFFFDb${'x'.repeat(1_997)}`);
  });

  it('reports the failure to the caller although the log cannot be written', async () => {
    await depot.database.write('alter table action_logs rename to elsewhere');
    const { status } = await depot.run('sacks', 'fill-sacks', {}, () => {
      throw new Error('Full.');
    });
    await depot.database.write('alter table elsewhere rename to action_logs');
    expect(status).toBe(500);
    expect(depot.lines.join()).toContain('could not be written to the action log');
  });
});

describe('Append-only', () => {
  it('rejects every change of a row over HTTP (C8.4)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'x' });
    const [id] = (await depot.database.query('select id from action_logs')).flat();
    for (const [method, path, body] of [
      ['PATCH', `action_logs/${String(id)}`, { name: 'Nothing', status: 'running' }],
      ['POST', 'action_logs', { name: 'Stored', status: 'finished' }],
    ] as const) {
      await depot.send(method, path, body);
    }
    expect(await depot.logSummary()).toEqual(['Updated sacks 1 finished']);
  });

  it('has no routes for attach, detach and sync of a log that is MorphMany (C8.4)', async () => {
    expect((await depot.send('POST', 'sacks/1/attach/logs', { logs: [1] })).status).toBe(404);
  });
});
