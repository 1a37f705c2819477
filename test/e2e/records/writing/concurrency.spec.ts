import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import { testDialect } from '../../../support/databases.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { Piece } from '../../../support/depot-app/entities.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { form } from '../../../support/forms.js';
import { png } from '../../../support/images.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const times = <Result>(count: number, work: (turn: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_none, turn) => work(turn)));
const store = async (body: object = {}) =>
  (await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase', ...body })).body.data.id;
const attributesOf = async (id: string) =>
  (await depot.send<RecordBody>('GET', `pieces/${id}`)).body.data.attributes;

describe('50 concurrent stores, a third of which fail', () => {
  const fails = (turn: number) => turn % 3 === 0;
  interface Reason {
    readonly why: string;
    readonly status: number;
    readonly body: (turn: number) => object;
    readonly prepare: () => unknown;
  }

  const failAfterInsert = () => {
    depot.script.hooks = {
      async stored({ manager }, piece) {
        await manager.update(Piece, piece.id, { story: 'was here' });
        if (piece.amount === -1) throw new Error('no');
      },
    };
  };

  const reasons: readonly Reason[] = [
    {
      why: 'by validation',
      status: 422,
      body: (turn) => ({ amount: fails(turn) ? 'x' : turn }),
      prepare: () => undefined,
    },
    {
      why: 'by a unique column',
      status: 409,
      body: (turn) => ({ inventory: fails(turn) ? 'one of them' : `own ${turn}` }),
      prepare: () => store({ inventory: 'one of them' }),
    },
    {
      why: 'by a hook after the insert',
      status: 500,
      body: (turn) => ({ amount: fails(turn) ? -1 : turn }),
      prepare: failAfterInsert,
    },
  ];

  it.each(reasons)(
    'store exactly what is acknowledged: $why',
    async ({ status, body, prepare }) => {
      await prepare();
      const before = await depot.count('pieces');
      const responses = await times(50, (turn) =>
        depot.send<RecordBody>('POST', 'pieces', { title: `t ${turn}`, ...body(turn) }),
      );
      expect(responses.map((response) => response.status)).toEqual(
        responses.map((_response, turn) => (fails(turn) ? status : 201)),
      );
      for (const [turn, response] of responses.entries())
        if (!fails(turn))
          expect(await attributesOf(response.body.data.id)).toEqual(response.body.data.attributes);
      expect(await depot.count('pieces')).toBe(
        before + responses.filter((response) => response.status === 201).length,
      );
    },
  );
});

describe('two stores of one e-mail', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.tokenOf('admin');
  });
  afterAll(() => demo?.close());

  it('are one 201 and one 422 under the field, 5 times (C4.1, C9)', async () => {
    await times(5, async (turn) => {
      const body = { name: 'Twin', email: `twin-${turn}@example.com`, password: 'long enough' };
      const both = await times(2, () => demo.send<RefusalBody>('/users', { method: 'POST', body }));
      const [stored, refused] = both.sort((one, other) => one.status - other.status);
      expect([stored!.status, refused!.status]).toEqual([201, 422]);
      expect(refused!.body.errors).toEqual({ email: ['The email has already been taken.'] });
    });
    const [row] = await demo.database.query(`select count(*) from users where name = 'Twin'`);
    expect(Number(row![0])).toBe(5);
  });
});

describe('concurrent changes of one record', () => {
  const patches = {
    ...{
      title: 'Urn',
      inventory: 'I-30',
      amount: 30,
      shade: 3,
      serial: '30',
      weight: '30.00',
      price: 30.5,
    },
    ...{
      height: 0.3,
      on_display: true,
      acquired_on: '2024-02-29',
      shown_at: '2024-02-29T12:00:00.000Z',
    },
    ...{ notes: { a: 30 }, materials: ['oak'], scan: 'AAEC', story: 'thirty' },
  };

  it('lose nothing for 15 fields, twice each, and each counts (C4.3)', async () => {
    const id = await store();
    const cleared = Object.keys(patches).map((field) => ({
      [field]: field === 'title' ? 'Jar' : null,
    }));
    const all = [
      ...cleared,
      ...Object.entries(patches).map(([field, value]) => ({ [field]: value })),
    ];
    const half = all.length / 2;
    const send = (body: object) => depot.send<RecordBody>('PATCH', `pieces/${id}`, body);
    const responses = [
      ...(await Promise.all(all.slice(half).map(send))),
      ...(await Promise.all(all.slice(0, half).map(send))),
      ...(await Promise.all(all.slice(half).map(send))),
    ];
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await attributesOf(id)).toMatchObject({ ...patches, version: responses.length + 1 });
  });

  it('end for one field with one of the values, which the last response contained (C4.3)', async () => {
    const id = await store();
    const responses = await times(30, (turn) =>
      depot.send<RecordBody>('PATCH', `pieces/${id}`, { amount: turn }),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const last = responses.find(({ body }) => body.data.attributes.version === 31)!;
    expect(await attributesOf(id)).toEqual(last.body.data.attributes);
  });

  it('are 200 or 404 beside a deletion, which is one 204; a change with 404 is not written (C4.3)', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await store();
      const responses = await times(9, (turn) =>
        turn % 3 === 1
          ? depot.send('DELETE', `pieces/${id}`)
          : depot.send('PATCH', `pieces/${id}`, { amount: turn, serial: turn }),
      );
      const statuses = (wanted: boolean) =>
        responses.flatMap(({ status }, turn) => ((turn % 3 === 1) === wanted ? [status] : []));
      expect(statuses(true).sort()).toEqual([204, 404, 404]);
      for (const status of statuses(false)) expect([200, 404]).toContain(status);
      const [row] = await depot.database.query(
        'select amount, serial, version from pieces where id = ?',
        [id],
      );
      expect(row!.slice(0, 2).map(String)).toEqual([String(row![0]), String(row![0])]);
      // The deletion marks the row, which is one change more.
      expect(Number(row![2])).toBe(2 + statuses(false).filter((status) => status === 200).length);
    }
  });
});

describe('conflicting transactions', () => {
  it('both succeed by retrying if they change two records in opposite orders (C9)', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await store(), await store()];
      depot.script.hooks = {
        async updated({ manager }, piece) {
          // Long enough for the other to lock its own row, if the database allows it.
          await pause(50);
          await manager.increment(Piece, { id: piece.id === one ? other : one }, 'shade', 1);
        },
      };
      const responses = await Promise.all([
        depot.send('PATCH', `pieces/${one}`, { amount: 1, shade: 0 }),
        depot.send('PATCH', `pieces/${other}`, { amount: 2, shade: 0 }),
      ]);
      depot.reset();
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect([await attributesOf(one), await attributesOf(other)]).toMatchObject([
        { amount: 1 },
        { amount: 2 },
      ]);
    }
  });

  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const victim = () => new QueryFailedError('update', [], deadlock);
  /** SQLite has one writer at a time, and no deadlocks. */
  const retries = testDialect === 'sqlite' ? 0 : 3;

  it('are retried up to three times: the record, its file and its event exist once (C9)', async () => {
    let attempts = 0;
    let committed = 0;
    depot.script.hooks = {
      stored({ afterCommit }) {
        attempts += 1;
        afterCommit(() => void (committed += 1));
        if (attempts <= retries) throw victim();
      },
    };
    const [before, files] = [await depot.count('pieces'), depot.files().length];
    const parts = [
      { name: 'title', content: 'Vase' },
      { name: 'photo', filename: 'x', content: png() },
    ];
    const { status, body } = await depot.form<RecordBody>('pieces', parts);
    expect([status, attempts, committed, depot.listener.received.length]).toEqual([
      201,
      retries + 1,
      1,
      1,
    ]);
    expect([await depot.count('pieces'), depot.files().length]).toEqual([before + 1, files + 1]);
    expect((await depot.fetch(String(body.data.attributes.photo))).content).toEqual(png());
  });

  it.each([
    ['tx=rollback', {}, 200, 0],
    ['max-affected=3', {}, 201, 1],
    ['max-affected=3', { 'idempotency-key': 'retried' }, 201, 1],
  ])('are retried with their form and Prefer: %s %j (C13)', async (prefer, more, code, stored) => {
    let attempts = 0;
    depot.script.hooks = {
      stored() {
        attempts += 1;
        if (attempts <= retries) throw victim();
      },
    };
    const [before, files] = [await depot.count('pieces'), depot.files().length];
    const { payload, headers } = form(
      { name: 'title', content: 'Vase' },
      { name: 'photo', filename: 'x', content: png() },
    );
    const all = { ...headers, ...more, prefer };
    const { status } = await depot.raw('POST', 'pieces', payload, all);
    expect([status, attempts]).toEqual([code, retries + 1]);
    expect(await depot.count('pieces')).toBe(before + stored);
    expect(depot.files()).toHaveLength(files + stored);
  });

  it('are 503 if they never succeed, may be retried, and leave nothing (C9)', async () => {
    let attempts = 0;
    depot.script.hooks = {
      stored() {
        attempts += 1;
        throw victim();
      },
    };
    const [before, files] = [await depot.count('pieces'), depot.files()];
    const parts = [
      { name: 'title', content: 'Vase' },
      { name: 'photo', filename: 'x', content: png() },
    ];
    const { status, body, headers } = await depot.form<RefusalBody>('pieces', parts);
    expect([status, body.code, headers['retry-after'], attempts]).toEqual([
      503,
      'unavailable',
      '1',
      retries + 1,
    ]);
    expect([await depot.count('pieces'), depot.files()]).toEqual([before, files]);
  });
});

describe('a client that disconnects during a write', () => {
  it('changes nothing about it: the write completes (threats, faults)', async () => {
    const before = await depot.count('pieces');
    let begun = () => {};
    let ended = () => {};
    const underWay = new Promise<void>((resolve) => (begun = resolve));
    const over = new Promise<void>((resolve) => (ended = resolve));
    depot.script.hooks = {
      async stored({ afterCommit }) {
        afterCommit(ended);
        begun();
        await pause(100);
      },
    };
    await depot.sendAndLeave('pieces', { title: 'Left' }, underWay);
    await over;
    expect(await depot.count('pieces')).toBe(before + 1);
    depot.reset();
    expect((await depot.send('POST', 'pieces', { title: 'Next' })).status).toBe(201);
  });
});
