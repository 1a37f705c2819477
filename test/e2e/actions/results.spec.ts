import { Readable } from 'node:stream';
import { NotFoundException, ConflictException, HttpException } from '@nestjs/common';
import { RequestError } from '../../../src/index.js';
import { Drawer, Sack } from '../../support/depot-app/sacks/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(8));
afterAll(() => depot.stop());

const all = { repositories: 'all' };
const one = { repositories: [1] };
const responseTo = (result: unknown) => depot.run('sacks', 'grind-sacks', one, () => result);

describe('What a handler returns', () => {
  it.each([
    ['an object', { a: 1 }, { a: 1 }],
    ['a list', [1, 'a', null], [1, 'a', null]],
    ['a string', 'done', 'done'],
    ['null', null, null],
    ['false', false, false],
    ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a bigint', { n: 2n ** 64n }, { n: '18446744073709551616' }],
    ['a map and a set', { m: new Map([['a', 1]]), s: new Set([1, 2]) }, { m: { a: 1 }, s: [1, 2] }],
    ['values that JSON omits', { a: undefined, f: () => 1, n: NaN }, { n: null }],
    ['the key __proto__', JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":1}}')],
  ])('is the response: %s (C6.7)', async (_what, result, body) => {
    const response = await responseTo(result);
    expect([response.status, response.body]).toEqual([200, body]);
  });

  it('is 204 without a body if it is undefined (C6.7)', async () => {
    const response = await responseTo(undefined);
    expect([response.status, response.text]).toEqual([204, '']);
  });

  it('may be records, with the fields of their resource and no hidden column (C5.9)', async () => {
    const response = await depot.run('sacks', 'grind-sacks', one, (_request, sacks) => ({ sacks }));
    expect(response.body.sacks[0]).toMatchObject({
      id: '1',
      type: 'sacks',
      attributes: { title: 'Sack 1', keeper_id: '1' },
    });
    expect(response.text).not.toMatch(/pin|origin|hidden/);
  });

  it.each([
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle.self = circle;
        return circle;
      },
    ],
    ['a stream', () => ({ file: Readable.from(['x']) })],
    ['a promise inside', () => ({ later: Promise.resolve(1) })],
    [
      'a record without a resource',
      () => Object.assign(new Drawer(), { id: 1, content: 'private' }),
    ],
    [
      'data without end',
      () => {
        const pair = (depth: number): unknown => {
          let value: unknown = 'x'.repeat(100);
          for (let at = 0; at < depth; at++) value = [value, value];
          return value;
        };
        return pair(30);
      },
    ],
    [
      'nesting without end',
      () => {
        let value: unknown = 1;
        for (let at = 0; at < 10_000; at++) value = [value];
        return value;
      },
    ],
    [
      'a getter that throws',
      () => ({
        get x() {
          throw new Error('private text');
        },
      }),
    ],
  ])(
    'is 500 for the caller, logged for the author and rolled back if it is not JSON: %s (C6.7)',
    async (_what, make) => {
      const before = depot.lines.length;
      const response = await depot.run('sacks', 'grind-sacks', one, async (request, sacks) => {
        await request.update(sacks, { state: 'ground' });
        return make();
      });
      expect([response.status, response.body.code, response.body.message]).toEqual([
        500,
        'server_error',
        'Server error.',
      ]);
      expect(response.text).not.toContain('private');
      expect((await depot.states())[0]).toBe('1 new');
      expect(depot.lines.slice(before).join()).toContain('RunFailure');
      expect(await depot.logSummary()).toEqual(['grind-sacks - - failed']);
    },
  );
});

describe('The response of several chunks', () => {
  it('is the result of reduce (C6.7)', async () => {
    depot.actions.reduce = (total: { n: number }, next: { n: number }) => ({ n: total.n + next.n });
    const { body } = await depot.run('sacks', 'weigh-sacks', all, (_request, sacks) => ({
      n: sacks.length,
    }));
    expect(body).toEqual({ n: 8 });
  });

  it('is the result itself if there is only one (C6.7)', async () => {
    depot.actions.reduce = () => 'reduced';
    await depot.fill(2);
    expect((await depot.run('sacks', 'weigh-sacks', all, () => ({ n: 1 }))).body).toEqual({ n: 1 });
    expect((await depot.run('sacks', 'grind-sacks', all, () => ({ n: 1 }))).body).toEqual({ n: 1 });
  });

  it('lists the results without reduce, with the number of chunks and records (C6.7)', async () => {
    const { body } = await depot.run('sacks', 'grind-sacks', all, (_request, [first]) =>
      first!.id === 4 ? undefined : { first: first!.id },
    );
    expect(body).toEqual({
      data: [{ first: 1 }, null, { first: 7 }],
      meta: { chunks: 3, records: 8 },
    });
  });

  it('lists the first 100 (C6.7)', async () => {
    await depot.fill(310);
    const { body } = await depot.run('sacks', 'grind-sacks', all, (_request, [first]) => first!.id);
    expect(body.data).toEqual(Array.from({ length: 100 }, (_none, at) => at * 3 + 1));
    expect(body.meta).toEqual({ chunks: 104, records: 310 });
  });

  it('is 500 if the total is not JSON, though all chunks are done', async () => {
    depot.actions.reduce = () => new Drawer();
    const { status, body } = await depot.run('sacks', 'weigh-sacks', all, () => 1);
    expect([status, body.meta]).toEqual([500, { chunks: 3, records: 8 }]);
  });
});

describe('A handler that throws', () => {
  const thrown = async (error: unknown, body: object = one) =>
    depot.run('sacks', 'grind-sacks', body, () => {
      throw error;
    });

  it('responds 500 without the message, and with the number of processed records (C6.8, C9)', async () => {
    const { status, body } = await thrown(new Error('private text'));
    expect([status, body]).toEqual([
      500,
      {
        message: 'Server error.',
        code: 'server_error',
        meta: { chunks: 0, records: 0 },
        request_id: expect.any(String) as string,
      },
    ]);
  });

  it.each([
    ['a ConflictException', new ConflictException('Taken.'), 409, 'Taken.'],
    ['a NotFoundException', new NotFoundException(), 404, 'Not found.'],
    ['a status of its own', new HttpException('Pay first.', 402), 402, 'Pay first.'],
    ['a RequestError', new RequestError('conflict', { message: 'Not now.' }), 409, 'Not now.'],
    ['a string', 'just a text', 500, 'Server error.'],
    ['nothing', undefined, 500, 'Server error.'],
  ])('responds with the status of %s (C6.8)', async (_what, error, status, message) => {
    const response = await thrown(error);
    expect([response.status, response.body.message, response.body.meta]).toEqual([
      status,
      message,
      { chunks: 0, records: 0 },
    ]);
    expect(await depot.logSummary()).toEqual(status < 500 ? [] : ['grind-sacks - - failed']);
  });

  it('leaves two of five chunks when the third fails, and returns their number (C6.8, issue: failures)', async () => {
    await depot.fill(15);
    const { status, body } = await depot.run(
      'sacks',
      'grind-sacks',
      all,
      async (request, sacks) => {
        await request.update(sacks, { state: 'ground' });
        if (sacks[0]!.id === 7) throw new ConflictException('Chunk three.');
      },
    );
    expect([status, body.message, body.meta]).toEqual([
      409,
      'Chunk three.',
      { chunks: 2, records: 6 },
    ]);
    expect((await depot.states()).filter((state) => state.endsWith('ground'))).toHaveLength(6);
    const rows = await depot.log();
    expect(rows.map(({ key, status: done }) => [key, done])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((key) => [key, 'finished']),
    );
  });

  it('responds as any other operation if the action is standalone', async () => {
    const response = await depot.run('sacks', 'fill-sacks', {}, () => {
      throw new ConflictException('Full.');
    });
    expect([response.status, response.body]).toEqual([409, { message: 'Full.', code: 'conflict' }]);
    expect(await depot.logSummary()).toEqual([]);
  });

  it('responds without a count of records for a show action (C6.8)', async () => {
    const response = await depot.run('sacks/1', 'open-sack', {}, () => {
      throw new ConflictException('Torn.');
    });
    expect([response.status, response.body]).toEqual([409, { message: 'Torn.', code: 'conflict' }]);
    expect(await depot.logSummary()).toEqual([]);
  });

  it('reveals the message of a database error neither to the caller nor in the log (threats: SQL in exceptions)', async () => {
    const response = await depot.run('sacks/1', 'open-sack', {}, (request) =>
      request.manager.query('select secret_thing from nowhere'),
    );
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('nowhere');
    const [row] = await depot.log();
    expect(row).toMatchObject({
      status: 'failed',
      type: 'sacks',
      key: '1',
      exception: 'The database rejected a statement.',
    });
  });

  it('can load its records from the database again afterwards: nothing stays open', async () => {
    for (let at = 0; at < 15; at++) await thrown(new Error('again'));
    expect((await depot.run('sacks', 'grind-sacks', one, () => ({ is: Sack.name }))).body).toEqual({
      is: 'Sack',
    });
  });
});
