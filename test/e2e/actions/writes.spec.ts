import { EventEmitter2 } from '@nestjs/event-emitter';
import { RequestError, type ResourceEvent } from '../../../src/index.js';
import { Drawer, Sack, Slip } from '../../support/depot-app/sacks/entities.js';
import { SackDepot, type LogRow } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(4));
afterAll(() => depot.stop());

const some = { repositories: [1, 2, 3] };
const sackRows = async (columns: string) =>
  depot.database.query(`select ${columns} from sacks order by id`);
const brief = ({ name, type, key, original, changes }: LogRow) => ({
  name,
  key: `${type} ${key}`,
  original,
  changes,
});

describe('request.update', () => {
  it('changes all records by one statement, and updates the instances', async () => {
    let held: unknown;
    const statements = await depot.statements(() =>
      depot.run('sacks', 'grind-sacks', some, async (request, sacks) => {
        await request.update(sacks, {
          state: 'ground',
          weight: '12.50',
          milled_at: new Date('2030-01-02T03:04:05.678Z'),
        });
        held = sacks.map(({ state, version, updated_at }) => [
          state,
          version,
          updated_at instanceof Date,
        ]);
      }),
    );
    expect(statements.filter((sql) => sql.startsWith('update'))).toHaveLength(1);
    expect(held).toEqual([
      ['ground', 1, true],
      ['ground', 1, true],
      ['ground', 1, true],
    ]);
    const { data } = (await depot.send('GET', 'sacks')).body as {
      data: { id: string; attributes: object }[];
    };
    expect(data.find(({ id }) => id === '1')!.attributes).toMatchObject({
      state: 'ground',
      weight: '12.50',
      milled_at: '2030-01-02T03:04:05.678Z',
    });
    expect(data.find(({ id }) => id === '4')!.attributes).toMatchObject({
      state: 'new',
      weight: null,
    });
  });

  it('sets values per record by a function, still in one statement', async () => {
    const statements = await depot.statements(() =>
      depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
        request.update(sacks, ({ title }) => ({ title: `${title}, ground`, state: 'ground' })),
      ),
    );
    expect(statements.filter((sql) => sql.startsWith('update'))).toHaveLength(1);
    expect(await sackRows('title, state')).toEqual([
      ['Sack 1, ground', 'ground'],
      ['Sack 2, ground', 'ground'],
      ['Sack 3, ground', 'ground'],
      ['Sack 4', 'new'],
    ]);
  });

  it('increments versions and sets updated_at of the records that really change', async () => {
    const before = new Map((await sackRows('id, updated_at')).map(([id, at]) => [id, at]));
    await depot.run('sacks', 'grind-sacks', some, (request, [first]) =>
      request.update([first!], { state: 'ground' }),
    );
    await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.update(sacks, { state: 'ground' }),
    );
    const rows = await sackRows('id, version, updated_at');
    expect(rows.map(([id, version]) => [id, Number(version)])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
      [4, 1],
    ]);
    expect(rows.filter(([id, , at]) => at === before.get(id)).map(([id]) => id)).toEqual([4]);
  });

  it('sets null for null, and ignores undefined', async () => {
    await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.update(sacks, { pin: null, title: undefined }),
    );
    expect(await sackRows('pin, title')).toEqual([
      [null, 'Sack 1'],
      [null, 'Sack 2'],
      [null, 'Sack 3'],
      ['secret pin', 'Sack 4'],
    ]);
  });

  it.each([
    ['a property without a column', { titel: 'x' }],
    ['the key', { id: 9 }],
  ])('rejects %s: the author gets the reason, and nothing is written', async (_what, changes) => {
    const { status } = await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.update(sacks, changes as never),
    );
    expect(status).toBe(500);
    expect(new Set((await depot.states()).map((state) => state.slice(2)))).toEqual(
      new Set(['new']),
    );
  });

  it('refuses records of two entities in one call', async () => {
    const { status } = await depot.run('sacks', 'grind-sacks', some, (request, [first]) =>
      request.update([first!, new Slip()], { state: 'x' }),
    );
    expect(status).toBe(500);
  });

  it('does nothing for an empty list', async () => {
    expect(
      (
        await depot.run('sacks', 'grind-sacks', some, (request) =>
          request.update([], { state: 'x' } as never),
        )
      ).status,
    ).toBe(204);
  });

  it('compares with the stored values, though the handler has changed the record already', async () => {
    await depot.run('sacks/1', 'open-sack', {}, async (request, [sack]) => {
      sack!.state = 'ground';
      await request.update([sack!], { state: 'ground' });
    });
    expect((await depot.states())[0]).toBe('1 ground');
    expect((await depot.log()).map(brief)).toEqual([
      {
        name: 'open-sack',
        key: 'sacks 1',
        original: { state: 'new' },
        changes: { state: 'ground' },
      },
    ]);
  });

  it('writes what an earlier update of the same handler has changed, and logs first and last', async () => {
    await depot.run('sacks', 'grind-sacks', some, async (request, sacks) => {
      await request.update(sacks, { state: 'ground', title: 'Sack' });
      await request.update(sacks, { state: 'new' });
    });
    expect(await sackRows('state, title')).toEqual([
      ['new', 'Sack'],
      ['new', 'Sack'],
      ['new', 'Sack'],
      ['new', 'Sack 4'],
    ]);
    expect((await depot.log()).map(({ original, changes }) => [original, changes])).toEqual(
      [1, 2, 3].map((number) => [
        { state: 'new', title: `Sack ${number}` },
        { state: 'new', title: 'Sack' },
      ]),
    );
  });

  it('writes other entities, too, with a resource or without', async () => {
    await depot.database.write("insert into slips (id, text, sack_id) values (1, 'a', 1)");
    await depot.database.write("insert into drawers (id, content) values (1, 'full')");
    await depot.run('sacks/1', 'open-sack', {}, async (request) => {
      const [slip, drawer] = [
        await request.manager.findOneByOrFail(Slip, { id: 1 }),
        await request.manager.findOneByOrFail(Drawer, { id: 1 }),
      ];
      await request.update([slip], { text: 'b' });
      await request.update([drawer], { content: 'empty' });
    });
    expect(await depot.database.query('select text from slips')).toEqual([['b']]);
    expect(await depot.database.query('select content from drawers')).toEqual([['empty']]);
  });

  it('responds 409 if a value is taken, and rolls back (C9)', async () => {
    await depot.database.write("insert into slips (id, text) values (1, 'a'), (2, 'b')");
    const { status, body } = await depot.run('sacks/1', 'open-sack', {}, async (request) => {
      const slips = await request.manager.find(Slip);
      await request.update(slips, { text: 'same' });
    });
    expect([status, body.message]).toEqual([
      409,
      'A record with one of these values already exists.',
    ]);
    expect((await depot.database.query('select text from slips order by id')).flat()).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('request.delete', () => {
  it('deletes all records by one statement', async () => {
    const statements = await depot.statements(() =>
      depot.run('sacks', 'grind-sacks', some, (request, sacks) => request.delete(sacks)),
    );
    expect(statements.filter((sql) => sql.startsWith('delete'))).toHaveLength(1);
    expect(await depot.states()).toEqual(['4 new']);
  });

  it('responds 409 if others refer to the record, and rolls back (C4.5)', async () => {
    await depot.database.write("insert into slips (text, sack_id) values ('a', 2)");
    const { status, body } = await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.delete(sacks),
    );
    expect([status, body.message]).toEqual([409, 'Other records still refer to one of these.']);
    expect(await depot.states()).toHaveLength(4);
    expect(await depot.log()).toEqual([]);
  });
});

describe('request.store', () => {
  it('stores rows with different members and returns them as stored, in the order of their keys', async () => {
    const { body } = await depot.run('sacks', 'fill-sacks', {}, async (request) => {
      const stored = await request.store(Sack, [
        { title: 'a', state: 'new', keeper_id: 1 },
        { title: 'b', state: 'old', keeper_id: 2, weight: '1.5' },
        { title: 'c', state: 'new', keeper_id: 1 },
      ]);
      return stored.map(({ title, weight, version, created_at, id }) => ({
        title,
        weight,
        version,
        at: created_at instanceof Date,
        has: id > 4,
      }));
    });
    expect([...body].sort((one, other) => (one.title < other.title ? -1 : 1))).toEqual([
      { title: 'a', weight: null, version: 1, at: true, has: true },
      { title: 'b', weight: '1.50', version: 1, at: true, has: true },
      { title: 'c', weight: null, version: 1, at: true, has: true },
    ]);
    expect(await sackRows('title')).toHaveLength(7);
  });

  it('stores thousands, as many per statement as the database accepts', async () => {
    const rows = Array.from({ length: 7_000 }, (_none, at) => ({ text: `slip ${at}` }));
    const { body } = await depot.run('sacks', 'fill-sacks', {}, async (request) => {
      const stored = await request.store(Slip, rows);
      return [stored.length, stored.every(({ id, text }, at) => text === `slip ${at}` && id > 0)];
    });
    expect(body).toEqual([7_000, true]);
  });

  it('rejects a record that lacks a value, and nothing is stored', async () => {
    const { status } = await depot.run('sacks', 'fill-sacks', {}, (request) =>
      request.store(Sack, [{ title: 'a' }]),
    );
    expect(status).toBe(422);
    expect(await depot.states()).toHaveLength(4);
  });
});

describe('request.manager', () => {
  it('works on entities in the same transaction (issue, 4)', async () => {
    await depot.run('sacks', 'grind-sacks', some, async (request, sacks) => {
      for (const sack of sacks) sack.state = 'saved';
      await request.manager.save(sacks);
    });
    expect(await depot.states()).toEqual(['1 saved', '2 saved', '3 saved', '4 new']);
    const failed = await depot.run('sacks', 'grind-sacks', some, async (request, [first]) => {
      first!.state = 'lost';
      await request.manager.getRepository(Sack).save(first!);
      throw new Error('no');
    });
    expect(failed.status).toBe(500);
    expect((await depot.states())[0]).toBe('1 saved');
  });

  it('is logged by the final state of the records, however they were written (C8.1)', async () => {
    await depot.run('sacks', 'grind-sacks', some, async (request, [first, second]) => {
      first!.state = 'saved';
      second!.state = 'never saved';
      await request.manager.save(first!);
      await request.manager.query('delete from sacks where id = 3');
    });
    expect((await depot.log()).map(brief)).toMatchObject([
      { key: 'sacks 1', original: { state: 'new' }, changes: { state: 'saved' } },
      { key: 'sacks 2', original: {}, changes: {} },
      { key: 'sacks 3', original: { title: 'Sack 3', pin: '***' }, changes: {} },
    ]);
  });
});

describe('include', () => {
  beforeEach(async () => {
    for (let id = 1; id <= 20; id++)
      await depot.database.write('insert into slips (id, text, sack_id) values (?, ?, ?)', [
        id,
        `s${id}`,
        id <= 18 ? 1 : 2,
      ]);
  });

  it('loads relations of the records for the handler, a page each, to any depth (rule 4, C5.4)', async () => {
    depot.actions.work = (_request, sacks) =>
      sacks.map(({ id, keeper, slips }) => ({
        id,
        keeper: keeper.name,
        slips: slips.map((slip) => slip.text),
        first: slips[0]?.sack?.id ?? null,
        whole: slips[0] instanceof Slip,
      }));
    const { body } = await depot.run('sacks', 'grind-sacks&include=keeper,slips.sack', some);
    expect(body).toEqual([
      {
        id: 1,
        keeper: 'Kim',
        slips: Array.from({ length: 15 }, (_none, at) => `s${18 - at}`),
        first: 1,
        whole: true,
      },
      { id: 2, keeper: 'Oda', slips: ['s20', 's19'], first: 2, whole: true },
      { id: 3, keeper: 'Kim', slips: [], first: null, whole: false },
    ]);
  });

  it('prevents no save: related records that were not loaded stay', async () => {
    await depot.run(
      'sacks',
      'grind-sacks&include=slips',
      { repositories: [1] },
      async (request, [sack]) => {
        sack!.state = 'saved';
        await request.manager.save(sack!);
        await request.manager.getRepository(Sack).save(sack!);
        expect(sack!.slips).toHaveLength(15);
      },
    );
    expect((await depot.states())[0]).toBe('1 saved');
    const [[count] = []] = await depot.database.query(
      'select count(*) from slips where sack_id = 1',
    );
    expect(Number(count)).toBe(18);
  });

  it('is rejected if this user may not use it, as on index (C5.2)', async () => {
    expect((await depot.run('sacks', 'grind-sacks&include=nothing', some)).status).toBe(400);
    expect(
      (
        await depot.run(
          'sacks/1',
          'open-sack&related=slips',
          {},
          (_request, [sack]) => sack!.slips.length,
        )
      ).body,
    ).toBe(15);
  });

  it('counts against the row budget of each chunk (C12)', async () => {
    const small = await SackDepot.start({ limits: { rowBudget: 10 } });
    await small.fill(3);
    const { status } = await small.run('sacks', 'grind-sacks&include=slips', some, () => 1);
    await small.stop();
    expect(status).toBe(400);
  });
});

describe('Hooks and events', () => {
  it('run for each record: a hook may change its values, still in one statement (C4.6)', async () => {
    depot.hooks.updatingSack = (values, sack) =>
      void (values.title = `${sack.title}, ${values.state}`);
    const statements = await depot.statements(() =>
      depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
        request.update(sacks, { state: 'ground' }),
      ),
    );
    expect(statements.filter((sql) => sql.startsWith('update'))).toHaveLength(1);
    expect((await sackRows('title')).flat()).toEqual([
      'Sack 1, ground',
      'Sack 2, ground',
      'Sack 3, ground',
      'Sack 4',
    ]);
    expect(depot.hooks.seen).toEqual(['updated 1 ground', 'updated 2 ground', 'updated 3 ground']);
  });

  it('roll everything back by throwing (C4.6)', async () => {
    depot.hooks.updatingSack = (_values, sack) => {
      if (sack.id === 3) throw new RequestError('conflict', { message: 'Not this one.' });
    };
    const { status } = await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.update(sacks, { state: 'ground' }),
    );
    expect(status).toBe(409);
    expect((await depot.states())[0]).toBe('1 new');
  });

  it('may not change a key: that is a fault of the definition, and nothing is written (C4.6)', async () => {
    depot.hooks.updatingSack = (values, sack) => void (values.id = sack.id + 100);
    const { status } = await depot.run('sacks', 'grind-sacks', some, (request, sacks) =>
      request.update(sacks, { state: 'ground' }),
    );
    expect(status).toBe(500);
    expect((await sackRows('id')).flat()).toEqual([1, 2, 3, 4]);
    expect((await depot.states())[0]).toBe('1 new');
  });

  it('run for stored and deleted records (C4.6)', async () => {
    depot.hooks.storingSack = (values) => void (values.state = 'by the hook');
    await depot.run('sacks', 'fill-sacks', {}, async (request) => {
      const stored = await request.store(Sack, [{ title: 'a', keeper_id: 1 }]);
      await request.delete(stored);
    });
    expect(depot.hooks.seen).toEqual([
      'stored a',
      expect.stringMatching(/^deleting \d+$/) as string,
    ]);
  });

  it('emit events after the commit, one per record, and none for a chunk that was rolled back (C4.6)', async () => {
    const seen: string[] = [];
    const note = ({ name, key, user }: ResourceEvent) =>
      void seen.push(`${name} ${key} by ${(user as { id: number }).id}`);
    const emitter = depot.app.get(EventEmitter2, { strict: false });
    emitter.on('sacks.*', note);
    await depot.run('sacks', 'grind-sacks', { repositories: 'all' }, async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      if (sacks[0]!.id === 4) throw new Error('no');
    });
    emitter.off('sacks.*', note);
    expect(seen).toEqual(['updated 1 by 3', 'updated 2 by 3', 'updated 3 by 3']);
  });
});
