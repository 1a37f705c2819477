import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { RequestError } from '../../../../src/index.js';
import { Book, Loan, Patron, Writer } from '../../../support/library-app/entities.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { writerKey } from '../../../support/library-app/seed.js';
import { callables, MAX_LENGTH, startOddLibrary } from './odd-library.js';
import { recordOf, recordsOf } from './resource-objects.js';

let library: LibraryApp;
let log: string[];

beforeAll(async () => {
  ({ library, log } = await startOddLibrary(300_000));
});
beforeEach(() => {
  log.length = 0;
  callables.each = () => null;
  callables.batch = () => new Map();
});
afterAll(() => library?.stop());

const [one, two] = [writerKey(1), writerKey(2)] as const;

/** The response if the callable returns this. */
async function responseTo(each: typeof callables.each): Promise<unknown> {
  callables.each = each;
  const { status, body } = await library.get(`writers/${one}?include=odd,display_name`);
  expect(status).toBe(200);
  const { relationships } = recordOf(body);
  expect(relationships!.display_name).toBe('Nib');
  return relationships!.odd;
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
const circle: unknown[] = [];
circle.push({ again: circle });

/** Doubles with every level. */
const doubled = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = [value, value];
  return value;
};

const patron = (): Patron =>
  Object.assign(new Patron(), {
    id: 7,
    name: 'Ann',
    password: 'hash',
    isLibrarian: true,
    settings: { n: 1n },
  });
const shownPatron = { id: '7', type: 'patrons', attributes: { name: 'Ann', settings: { n: '1' } } };

class Total {
  private readonly posts = 2;
  get doubled(): number {
    return 2 * this.posts;
  }
}
class StaffPatron extends Patron {}

describe('The return value of a callable (spec: callable form)', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', undefined, null],
    ['a string', 'a "text"\n\ud800', 'a "text"\n\ud800'],
    ['numbers that JSON cannot represent', [NaN, Infinity, -0, 1e21], [null, null, 0, 1e21]],
    ['a bigint', 9007199254740993n, '9007199254740993'],
    ['a Date', new Date('2024-02-08T02:16:20Z'), '2024-02-08T02:16:20.000Z'],
    ['an invalid Date', new Date('x'), null],
    ['a Map', new Map<unknown, unknown>([['a', new Map([[1, 2n]])]]), { a: { 1: '2' } }],
    ['a Set', new Set([1, new Set(['x'])]), [1, ['x']]],
    ['a Buffer', Buffer.from('ab'), 'YWI='],
    ['members that JSON omits', { f() {}, s: Symbol('x'), u: undefined, n: null }, { n: null }],
    ['items that JSON cannot represent', [undefined, () => 1, Symbol('x')], [null, null, null]],
    [
      'an object without a prototype',
      Object.assign(Object.create(null) as object, { a: 1 }),
      { a: 1 },
    ],
    ['an object of a class', new Total(), { posts: 2 }],
    [
      'the result of toJSON',
      { toJSON: () => ({ at: new Date(0) }) },
      { at: '1970-01-01T00:00:00.000Z' },
    ],
    ['a URL', new URL('https://example.com/a?b'), 'https://example.com/a?b'],
    ['a string of the maximum length', 'x'.repeat(MAX_LENGTH - 1), 'x'.repeat(MAX_LENGTH - 1)],
    ['32 levels', nested(32), nested(32)],
    ['an object twice', [{ a: 1 }].flatMap((shared) => [shared, shared]), [{ a: 1 }, { a: 1 }]],
    ['a Proxy of data', new Proxy({ a: 1 }, {}), { a: 1 }],
  ])('is returned as JSON: %s', async (_what, value, expected) => {
    expect(await responseTo(() => value)).toEqual(expected);
    expect(await responseTo(() => Promise.resolve(value))).toEqual(expected);
    expect(log).toEqual([]);
  });

  it('keeps a member named __proto__ a member', async () => {
    callables.each = () => JSON.parse('{"__proto__":{"polluted":true}}') as unknown;
    const { text } = await library.get(`writers/${one}?include=odd`);
    expect(text).toContain('"odd":{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('A record that a callable returns (C5.9)', () => {
  it.each<[string, () => unknown, unknown]>([
    ['alone', patron, shownPatron],
    ['in a list', () => [patron()], [shownPatron]],
    [
      'deep inside',
      () => ({ a: new Map([['b', [{ c: patron() }]]]) }),
      { a: { b: [{ c: shownPatron }] } },
    ],
    ['from toJSON', () => ({ toJSON: () => ({ patron: patron() }) }), { patron: shownPatron }],
    [
      'with a toJSON of its own',
      () => Object.assign(patron(), { toJSON: () => ({ hash: 'hash' }) }),
      shownPatron,
    ],
    [
      'of a class that extends the entity',
      () => Object.assign(new StaffPatron(), patron()),
      shownPatron,
    ],
    ['in a Proxy', () => new Proxy(patron(), {}), shownPatron],
    [
      'partially loaded',
      () => Object.assign(new Patron(), { id: 7, password: 'hash' }),
      { id: '7', type: 'patrons', attributes: {} },
    ],
  ])('is reduced to its readable fields: %s', async (_where, value, expected) => {
    expect(await responseTo(value)).toEqual(expected);
    expect(log).toEqual([]);
  });

  it('is reduced to its readable fields: the current user, and the same record', async () => {
    expect(await responseTo((writer, { user }) => ({ writer, user }))).toEqual({
      writer: {
        id: one,
        type: 'writers',
        attributes: { full_name: 'Writer 1', born_at: '1900-01-02T03:04:05.678Z' },
      },
      user: {
        id: '1',
        type: 'patrons',
        attributes: { name: 'Reader', settings: { theme: 'dark', n: [1, 2.5] } },
      },
    });
  });

  it('has the values of its columns as everywhere', async () => {
    const book = {
      id: '9007199254740993',
      price: 0.9,
      coverPrice: '12.50',
      copiesSold: '9007199254740995',
    };
    const value = Object.assign(new Book(), {
      ...book,
      pageCount: 7,
      printedAt: new Date(0),
      details: { at: new Date(0) },
    });
    expect(await responseTo(() => value)).toEqual({
      id: '9007199254740993',
      type: 'books',
      attributes: {
        page_count: 7,
        price: '0.90',
        cost: 12.5,
        copies_sold: '9007199254740995',
        printed_at: '1970-01-01T00:00:00.000Z',
        details: { at: '1970-01-01T00:00:00.000Z' },
      },
    });
  });
});

describe('A value that is not JSON', () => {
  const untouchable: ProxyHandler<object> = {
    ownKeys() {
      throw new TypeError('untouchable');
    },
  };
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  it.each<[string, () => unknown, string]>([
    ['a thrown error', () => fail('Out of order'), 'Out of order'],
    ['a rejection', () => Promise.reject(new Error('Out of order')), 'Out of order'],
    ['a thrown string', () => failWith('no error'), 'threw a string'],
    ['a circle', () => circle, 'data that contains itself'],
    ['a circle through a Map', () => circularMap(), 'data that contains itself'],
    ['33 levels', () => nested(33), 'nested deeper than 32 levels'],
    ['100,000 levels', () => endless(100_000), 'nested deeper than 32 levels'],
    [
      'a string that is a character too long',
      () => 'x'.repeat(MAX_LENGTH),
      `longer than ${MAX_LENGTH} characters`,
    ],
    ['a long list', () => new Array(1e9), `longer than ${MAX_LENGTH} characters`],
    [
      'a string shared a thousand million times',
      () => doubled(30),
      `longer than ${MAX_LENGTH} characters`,
    ],
    ['a function', () => () => 1, 'a function'],
    ['a symbol', () => Symbol('x'), 'a symbol'],
    ['a stream', () => Readable.from(['x']), 'a stream'],
    ['a stream inside', () => ({ a: [Readable.from(['x'])] }), 'a stream, at a.0'],
    ['a stream of the web', () => new ReadableStream(), 'a stream'],
    ['an async generator', () => endlessly(), 'a stream'],
    [
      'a promise inside',
      () => ({ a: Promise.reject(new Error('Forgotten')) }),
      'a promise that was not awaited, at a',
    ],
    ['an error', () => new Error('select secret'), 'an error'],
    ['binary data that is not a Buffer', () => new Float64Array(2), 'not a Buffer'],
    ['a Map by objects', () => new Map([[{}, 1]]), 'a Map with a object as key'],
    ['a toJSON that throws', () => ({ toJSON: () => fail('toJSON fails') }), 'toJSON fails'],
    ['a toJSON that returns itself', () => itself(), 'data that contains itself'],
    ['a toJSON that returns another endlessly', () => another(), 'nested deeper than 32 levels'],
    [
      'a getter that throws',
      () => ({
        get a() {
          return fail('getter fails');
        },
      }),
      'getter fails',
    ],
    ['a Proxy that throws', () => new Proxy({}, untouchable), 'untouchable'],
    ['a Proxy that was revoked', () => [revoked()], 'revoked'],
    ['a Proxy of a Map', () => new Proxy(new Map([[1, 1]]), {}), 'writers.odd'],
    [
      'a record without its key',
      () => Object.assign(new Patron(), { name: 'Ann' }),
      'patrons without its key',
    ],
    [
      'a record without a resource',
      () => [new Loan()],
      'a Loan, which no resource serializes, at 0',
    ],
  ])('is null, and logged for its author: %s', async (_what, each, message) => {
    expect(await responseTo(each)).toBeNull();
    expect(log).toHaveLength(1);
    expect(log[0]).toContain(`writers.odd returned no value for record ${one}: `);
    expect(log[0]).toContain(message);
  });

  it('is logged with the place that failed', async () => {
    await responseTo(() => fail('Out of order'));
    expect(JSON.parse(log[0]!)).toMatchObject({ level: 'error', context: 'Callables' });
    expect((JSON.parse(log[0]!) as { stack: string }).stack).toContain('callables.spec');
  });

  it('is not explained to the caller', async () => {
    callables.each = () => fail('select secret from place');
    expect((await library.get(`writers/${one}?include=odd`)).text).not.toContain('secret');
  });

  it('leaves no file open: a stream is destroyed, and one that fails ends nothing', async () => {
    const streams: Readable[] = [];
    for (const path of ['package.json', '/nowhere'])
      await responseTo(() => {
        const stream = createReadStream(path);
        streams.push(stream);
        return [{ stream }];
      });
    expect(streams).toHaveLength(2);
    while (!streams.every(({ destroyed }) => destroyed)) await pause(1);
  });
});

it('waits for a callable within its timeout (C12)', async () => {
  expect(await responseTo(() => pause(50, 'late, and in time'))).toBe('late, and in time');
});

describe('A failure of one record', () => {
  const valuesOf = async (path: string, key: string) =>
    recordsOf((await library.get(path)).body).map(({ relationships }) => relationships![key]);

  it('makes that value null, and the others are served', async () => {
    callables.each = ({ id }) => (id === two ? fail('Writer 2') : id.slice(-2));
    expect((await valuesOf('writers?perPage=16&include=odd', 'odd')).slice(-3)).toEqual([
      '03',
      null,
      '01',
    ]);
    expect(log).toHaveLength(1);
  });

  it('makes that value null in a batch, and the others are served', async () => {
    callables.batch = (writers) => new Map(writers.map(({ id }) => [id, id === two ? circle : 1]));
    expect((await valuesOf('writers?perPage=16&include=odd_batch', 'odd_batch')).slice(-3)).toEqual(
      [1, null, 1],
    );
    expect(log.join()).toContain(
      `writers.odd_batch returned no value for record ${two}: data that contains itself`,
    );
  });

  it.each<[string, () => unknown, string]>([
    ['throws', () => fail('Out of order'), 'Out of order'],
    ['rejects', () => Promise.reject(new Error('Out of order')), 'Out of order'],
    ['returns no Map', () => [1, 2], 'must return a Map from key to value'],
    ['returns nothing', () => undefined, 'must return a Map from key to value'],
  ])('makes all values null in a batch that %s', async (_what, batch, message) => {
    callables.batch = batch;
    expect(await valuesOf('writers?include=odd_batch', 'odd_batch')).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain(
      `writers.odd_batch returned no value for 4 records, ${writerKey(16)} first: `,
    );
    expect(log[0]).toContain(message);
  });

  it('makes that value null in a getter, and the others are served', async () => {
    expect((await valuesOf('writers?perPage=16&include=initials', 'initials')).slice(-2)).toEqual([
      null,
      'N',
    ]);
    expect(log[0]).toContain(
      `writers.initials returned no value for 15 records, ${writerKey(16)} first: `,
    );
  });

  it('makes that value null deep in the tree, and the others are served', async () => {
    callables.each = ({ id }) => (id === two ? fail('Writer 2') : 1);
    const { body } = await library.get(`writers/${one}?include=pupils.odd`);
    const pupils = [recordOf(body).relationships!.pupils!].flat() as readonly {
      relationships: object;
    }[];
    expect(pupils.map(({ relationships }) => relationships)).toEqual([{ odd: 1 }, { odd: null }]);
  });

  it('calls no callable without records', async () => {
    callables.batch = () => fail('Asked');
    expect((await library.get('writers?page=99&include=odd_batch')).status).toBe(200);
    expect(log).toEqual([]);
  });
});

describe('A request error that a callable throws', () => {
  const refuse = () => {
    throw new RequestError('unavailable', { headers: { 'Retry-After': '5' } });
  };

  it.each(['odd', 'odd_batch'])('is the response to a read: %s (C9)', async (key) => {
    callables.each = callables.batch = refuse;
    for (const path of [`writers/${one}`, 'writers'])
      expect(await library.get(`${path}?include=${key}`)).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    expect(log.join()).not.toContain('returned no value');
  });

  it.each<[string, () => unknown]>([
    ['a request error', refuse],
    ['an error', () => fail('Out of order')],
    ['data that cannot be written', () => circle],
  ])('is null after a write, since what was written stays written: %s', async (what, failing) => {
    callables.each = callables.batch = failing;
    const payload = { full_name: `Writer with ${what}` };
    const { status, body } = await library.send(
      'PATCH',
      `writers/${one}?include=odd,odd_batch,display_name`,
      payload,
    );
    expect(status).toBe(200);
    expect(recordOf(body).relationships).toEqual({
      odd: null,
      odd_batch: null,
      display_name: 'Nib',
    });
    expect(log).toHaveLength(2);
    expect(recordOf((await library.get(`writers/${one}`)).body).attributes).toMatchObject(payload);
  });
});

function fail(message: string): never {
  throw new Error(message);
}

function failWith(what: unknown): never {
  throw what;
}

function circularMap(): Map<string, unknown> {
  const map = new Map<string, unknown>();
  return map.set('a', [map]);
}

function endless(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

function itself(): object {
  const value = { toJSON: (): unknown => value };
  return value;
}

function another(): object {
  return { toJSON: another };
}

async function* endlessly(): AsyncGenerator<number> {
  for (;;) {
    await pause(1);
    yield 1;
  }
}

it('passes an instance of the entity to a callable', async () => {
  callables.each = (writer) => writer instanceof Writer;
  expect(recordOf((await library.get(`writers/${one}?include=odd`)).body).relationships).toEqual({
    odd: true,
  });
});
