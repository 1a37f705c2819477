import { DepotApp } from '../../../support/depot-app/depot-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());

const EMOJI = '👩🏽'.slice(0, 2);
const UUID = '0b0e2a4c-1111-4222-8333-444455556666';

/** A field, the sent value, and the returned value if it differs. */
type Taken = readonly [field: string, sent: unknown, returned?: unknown];

const taken: readonly Taken[] = [
  ...[0, -1, 2 ** 31 - 1, -(2 ** 31)].map((value): Taken => ['amount', value]),
  ['amount', -0, 0],
  ['amount', 1e3],
  ...[2 ** 15 - 1, -(2 ** 15)].map((value): Taken => ['shade', value]),
  ['serial', '9007199254740993'],
  ['serial', '9223372036854775807'],
  ['serial', '-9223372036854775808'],
  ['serial', Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['serial', '007', '7'],
  ['serial', '-0', '0'],
  ['weight', '0.90'],
  ['weight', '0.9', '0.90'],
  ['weight', 0.9, '0.90'],
  ['weight', 12, '12.00'],
  ['weight', '-999999.99'],
  ['weight', '999999.99'],
  ['weight', '000.50', '0.50'],
  ['weight', '-0', '0.00'],
  ['weight', 1.1, '1.10'],
  ['weight', '1.1000', '1.10'],
  ['price', '12.50', 12.5],
  ['price', 0.1],
  ['height', 0.1],
  ['height', 1e21],
  ['height', 5e-324],
  ['height', 1.7976931348623157e308],
  ['height', -0, 0],
  ['height', 3],
  ['on_display', true],
  ['on_display', false],
  ['acquired_on', '2024-02-29'],
  ['acquired_on', '1000-01-01'],
  ['acquired_on', '9999-12-31'],
  ['acquired_on', '2024-02-29T00:00:00Z', '2024-02-29'],
  ['shown_at', '2024-02-29T23:59:59.999Z'],
  ['shown_at', '2024-02-29T12:00:00+01:00', '2024-02-29T11:00:00.000Z'],
  ['shown_at', '2024-02-29T12:00:00.5-0330', '2024-02-29T15:30:00.500Z'],
  ['shown_at', '2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['shown_at', '2024-02-29 12:30', '2024-02-29T12:30:00.000Z'],
  ['shown_at', '1000-01-01T00:00:00.000Z'],
  ['shown_at', '9999-12-31T23:59:59.999Z'],
  ['shown_at', '1969-12-31T23:59:59.999Z'],
  ['notes', { b: 1, a: [true, null, 'x', { deep: [] }] }],
  ['notes', []],
  ['notes', {}],
  ['notes', 'a text'],
  ['notes', ''],
  ['notes', 'null'],
  ['notes', 0],
  ['notes', false],
  ['notes', { 'a"b\\': '\n\u2028', ключ: '💡' }],
  ['notes', { constructor: 1, toString: 2, length: 3 }],
  ['notes', [1.5, 1e21, -1e-7]],
  ['materials', ['oak', 'glass']],
  ['materials', []],
  ['materials', ['one']],
  ['materials', ['oak', '', ' ash ']],
  ['scan', ''],
  ['scan', 'AA=='],
  ['scan', 'AAECAwT/'],
  ['scan', Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte)).toString('base64')],
  ['story', ''],
  ['story', ' spaces stay  '],
  ['story', `'; drop table pieces; -- ? $1 :a`],
  ['story', 'line\r\nline\ttab\u0001'],
  ['story', EMOJI.repeat(20_000)],
  ['finish', 'oiled'],
  ['title', 'x'.repeat(10)],
  ['title', EMOJI.repeat(10)],
  ['batch', UUID],
  ['batch', UUID.toUpperCase(), UUID],
  ...[
    ...[
      'inventory',
      'amount',
      'shade',
      'serial',
      'weight',
      'price',
      'height',
      'on_display',
      'acquired_on',
    ],
    ...['shown_at', 'notes', 'materials', 'scan', 'story', 'batch', 'photo', 'shelf_code'],
  ].map((field): Taken => [field, null]),
];

const refused: readonly (readonly [field: string, sent: unknown])[] = [
  ...[2 ** 31, -(2 ** 31) - 1, 1.5, '1', true, [1], {}, 1e21].map(
    (value) => ['amount', value] as const,
  ),
  ...[2 ** 15, -(2 ** 15) - 1].map((value) => ['shade', value] as const),
  ...[
    '9223372036854775808',
    '-9223372036854775809',
    '1.0',
    '1e3',
    '',
    ' 1',
    '0x1',
    2 ** 53,
    1.5,
    true,
    {},
  ].map((value) => ['serial', value] as const),
  ...[
    '1000000',
    '-1000000',
    '0.901',
    0.901,
    1e21,
    '1e3',
    '.5',
    '5.',
    '',
    'NaN',
    'Infinity',
    true,
    [1],
    {},
  ].map((value) => ['weight', value] as const),
  ...['0.1', 'NaN', true, [0.1], {}].map((value) => ['height', value] as const),
  ...['true', 1, 0, 'on', [], {}].map((value) => ['on_display', value] as const),
  ...[
    '2023-02-29',
    '0999-12-31',
    '10000-01-01',
    '2024-13-01',
    '2024-1-1',
    '2024-02-29T00:00:01Z',
    '',
    5,
    true,
  ].map((value) => ['acquired_on', value] as const),
  ...[
    ...[
      '2023-02-29T00:00:00Z',
      '0999-12-31T23:59:59Z',
      '10000-01-01T00:00:00Z',
      '2024-02-29T12:00:00+25:00',
    ],
    ...[
      '2024-02-29T25:00:00Z',
      '2024-02-29T12:60:00Z',
      '9999-12-31T23:59:59-01:00',
      '1000-01-01T00:00:00+01:00',
    ],
    ...['now', '', '1709164800', 1709164800, true, {}],
  ].map((value) => ['shown_at', value] as const),
  ...['oak', ['a,b'], [1], [null], [''], { 0: 'oak' }, [['oak']]].map(
    (value) => ['materials', value] as const,
  ),
  ...['A', 'A===', 'AAE', 'AB==', 'AA-_', 'AA ==', 5, [0], {}].map(
    (value) => ['scan', value] as const,
  ),
  ...[5, true, ['x'], { a: 1 }].map((value) => ['story', value] as const),
  ...['Oiled', 'oiled ', '', 5].map((value) => ['finish', value] as const),
  ...['x'.repeat(11), EMOJI.repeat(11), null, 5].map((value) => ['title', value] as const),
  ...['', UUID.slice(1), `{${UUID}}`, UUID.replaceAll('-', ''), 5, {}].map(
    (value) => ['batch', value] as const,
  ),
  ...[null, 'true'].map((value) => ['locked', value] as const),
  ...['x', '/storage/a.png', 5, {}, ''].map((value) => ['photo', value] as const),
  ...['', 'unknown', 'x'.repeat(300), 5, {}, []].map((value) => ['shelf_code', value] as const),
];

const named = <Row extends readonly [string, unknown, ...unknown[]]>(rows: readonly Row[]) =>
  rows.map((row) => [row[0], (JSON.stringify(row[1]) ?? '').slice(0, 60), row] as const);

describe('a column accepts what its type can store, on every database', () => {
  it.each(named(taken))(
    'stores and returns in %s unchanged: %s (C1.6, C4.2)',
    async (field, _text, row) => {
      const responded = row.length > 2 ? row[2] : row[1];
      const stored = await depot.send<RecordBody>('POST', 'pieces', {
        title: 'Vase',
        [field]: row[1],
      });
      expect({ status: stored.status, value: stored.body.data?.attributes[field] }).toEqual({
        status: 201,
        value: responded,
      });
      const { id } = stored.body.data;
      const shown = await depot.send<RecordBody>('GET', `pieces/${id}`);
      expect(shown.body).toEqual(stored.body);
      expect(shown.headers.etag).toEqual(stored.headers.etag);
      const again = await depot.send<RecordBody>('PATCH', `pieces/${id}`, { [field]: responded });
      expect([again.status, again.body.data?.attributes]).toEqual([
        200,
        stored.body.data.attributes,
      ]);
      const changed = await depot.send<RecordBody>('PATCH', `pieces/${id}`, { title: 'Bowl' });
      const last = await depot.send<RecordBody>('GET', `pieces/${id}`);
      expect(last.body).toEqual(changed.body);
      expect(last.headers.etag).toEqual(changed.headers.etag);
    },
  );

  it.each(named(refused))(
    'is 422 for %s: %s, and nothing is written (C4.2)',
    async (field, _text, row) => {
      const { body } = await depot.send<RecordBody>('POST', 'pieces', { title: 'Kept' });
      const before = await depot.count('pieces');
      const stored = await depot.send<RefusalBody>('POST', 'pieces', {
        title: 'Vase',
        [field]: row[1],
      });
      expect([stored.status, Object.keys(stored.body.errors ?? {})]).toEqual([422, [field]]);
      const patched = await depot.send<RefusalBody>('PATCH', `pieces/${body.data.id}`, {
        amount: 99,
        [field]: row[1],
      });
      expect([patched.status, Object.keys(patched.body.errors ?? {})]).toEqual([422, [field]]);
      expect((await depot.send<RecordBody>('GET', `pieces/${body.data.id}`)).body).toEqual(body);
      expect(await depot.count('pieces')).toBe(before);
    },
  );

  it('rejects a JSON number beyond all numbers for every column (C4.2)', async () => {
    for (const field of ['height', 'amount', 'weight', 'serial', 'notes']) {
      const response = await depot.send<RefusalBody>(
        'POST',
        'pieces',
        `{"title":"Vase","${field}":1e999}`,
      );
      expect([field, response.status]).toEqual([field, 422]);
    }
  });

  it('limits a string key to the length of its column (C4.2)', async () => {
    const shelf = (code: string) =>
      depot.send<RefusalBody>('POST', 'shelves', { code, label: 'x' });
    expect((await shelf(EMOJI.repeat(20))).status).toBe(201);
    const longer = await shelf(EMOJI.repeat(21));
    expect([longer.status, Object.keys(longer.body.errors ?? {})]).toEqual([422, ['code']]);
  });

  it.each(['a/b c', '%2e', 'é%', 'a\nb', '?', '#', 'null', 'ACTIONS', '...'])(
    'finds a record at the address that its store returned: %j (C1.3, C4)',
    async (code) => {
      const { status, headers } = await depot.send('POST', 'shelves', { code, label: 'x' });
      const found = await depot.send<RecordBody>(
        'GET',
        String(headers.location).replace('/api/', ''),
      );
      expect([status, found.body.data.id]).toEqual([201, code]);
    },
  );

  it.each(['.', '..', 'actions', 'filters', 'attach', 'sync', 'detach', 'bulk', ''])(
    'rejects a key that no address can contain: %j (C1.2)',
    async (code) => {
      const response = await depot.send<RefusalBody>('POST', 'shelves', { code, label: 'x' });
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, ['code']]);
    },
  );

  it('returns values that the database fills in, which sent values replace (C4.2)', async () => {
    const shelf = async (body: object) =>
      (await depot.send<RecordBody>('POST', 'shelves', { label: 'x', ...body })).body.data
        .attributes.height;
    expect(await shelf({ code: 'default' })).toBe(7);
    expect(await shelf({ code: 'own', height: 3 })).toBe(3);
  });

  it('counts in a version the writes that changed something, and keeps the last in a date of change (C4.2)', async () => {
    const attributes = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const { data } = (await depot.send<RecordBody>(method, path, body)).body;
      return { id: data.id, ...data.attributes } as {
        id: string;
        version: number;
        updated_at: string;
      };
    };
    const first = await attributes('POST', 'pieces', {
      title: 'Vase',
      version: 9,
      created_at: '2000-01-01',
    });
    expect(first.version).toBe(1);
    const path = `pieces/${first.id}`;
    expect((await attributes('PATCH', path, { title: 'Urn', version: 9 })).version).toBe(2);
    const second = await attributes('PATCH', path, { amount: 5 });
    expect(second.version).toBe(3);
    expect(await attributes('PATCH', path, { amount: 5, title: 'Urn' })).toEqual(second);
  });

  it('defaults and restricted fields are evaluated per request (C4.2)', async () => {
    const stored = async (body: object, user: 'keeper' | 'head') =>
      (await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase', ...body }, user)).body.data
        .attributes;
    expect(await stored({ insurer: 'acme', keeper_id: '2' }, 'keeper')).toMatchObject({
      insurer: 'NONE OF KIM',
      keeper_id: '1',
    });
    expect(await stored({ insurer: 'acme', keeper_id: '2' }, 'head')).toMatchObject({
      insurer: 'ACME',
      keeper_id: '2',
    });
    expect(await stored({}, 'head')).toMatchObject({ insurer: null, keeper_id: '3' });
    expect(await stored({ insurer: null }, 'head')).toMatchObject({ insurer: null });
  });
});
