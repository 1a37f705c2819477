import { DepotApp } from '../../../support/depot-app/depot-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
let before: RecordBody;
beforeAll(async () => {
  depot = await DepotApp.start();
  const kept = { title: 'Kept', amount: 1, notes: { a: 1 }, materials: ['oak'] };
  before = (await depot.send<RecordBody>('POST', 'pieces', kept)).body;
});
afterAll(() => depot?.stop());

/**
 * Asserts after every rejected body that the response has its form, and that the table is
 * unchanged.
 */
async function expectRefusal(
  method: 'POST' | 'PATCH' | 'PUT',
  body: string | object,
  statuses: readonly number[],
) {
  const path = method === 'POST' ? 'pieces' : `pieces/${before.data.id}`;
  const response = await depot.send<RefusalBody>(method, path, body);
  expect(statuses).toContain(response.status);
  expect(response.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
  expect(Object.keys(response.body).sort()).toEqual(
    response.body.errors ? ['code', 'errors', 'message'] : ['code', 'message'],
  );
  expect(JSON.stringify(response.body)).not.toMatch(
    /select |insert |update "|\/tmp|node_modules|at Object/,
  );
  expect(await depot.count('pieces')).toBe(1);
  expect((await depot.send<RecordBody>('GET', `pieces/${before.data.id}`)).body).toEqual(before);
  return response.body;
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const writes = ['POST', 'PUT', 'PATCH'] as const;

describe('a hostile body', () => {
  it.each(
    [
      ['invalid JSON', '{"title":'],
      ['nothing', ''],
      ['a string', '"title"'],
      ['a number', '5'],
      ['null', 'null'],
      ['a list', '[{"title":"x"}]'],
      ['a __proto__ key', '{"title":"x","__proto__":{"locked":true}}'],
      ['an escaped __proto__ key', '{"title":"x","\\u005f_proto__":{"locked":true}}'],
      ['a __proto__ key in a column', '{"title":"x","notes":{"__proto__":{"a":1}}}'],
      ['33 levels', `{"title":"x","notes":${deep(32)}}`],
      ['100,000 levels', `{"title":"x","notes":${deep(100_000)}}`],
      ['100,000 levels in an unknown field', `{"title":"x","nothing":${deep(100_000)}}`],
    ].flatMap(([what, body]) => writes.map((method) => [what!, method, body!] as const)),
  )('is 400 by %s for %s, and changes nothing (C4.2, C9, C12)', async (_what, method, body) => {
    expect((await expectRefusal(method, body, [400])).code).toBe('malformed_request');
  });

  it.each([
    ['NUL', 'story', 'a\0b'],
    ['half a character', 'story', 'a\ud800'],
    ['NUL in a column of JSON', 'notes', { deep: [{ text: '\0' }] }],
    ['half a character in a column of JSON', 'notes', ['x', { y: '\udc00\ud800' }]],
    ['half a character in a key of a column of JSON', 'notes', { 'a\ud800': 1 }],
    ['NUL in a list', 'materials', ['oak', 'a\0sh']],
    ['an object for a string', 'story', { toString: 'x', valueOf: 'y' }],
    ['a list for a string', 'title', ['x']],
    ['a list for a number', 'amount', [5]],
    ['a list for a key', 'shelf_code', ['north']],
    ['an object for a key', 'shelf_code', { code: 'north' }],
    ['an object for a date', 'shown_at', { $gt: '' }],
    [
      'an object in the form of a file',
      'photo',
      { path: '/etc/hosts', size: 1, type: { extension: 'png' } },
    ],
    ['an object in the form of a buffer', 'scan', { type: 'Buffer', data: [1] }],
    ['an integer that is not safe', 'serial', 2 ** 53],
    ['an integer that is not safe for an integer', 'amount', 2 ** 53],
    ['SQL for a number', 'amount', '1); drop table pieces; --'],
    ['1 MB for a short string', 'title', 'x'.repeat(1_000_000)],
    ['1 MB of digits for a decimal', 'weight', '9'.repeat(1_000_000)],
    ['1 MB of zeros for a decimal', 'weight', `${'0'.repeat(1_000_000)}x`],
    ['1 MB for a date', 'shown_at', '2'.repeat(1_000_000)],
    ['1 MB for a uuid', 'batch', '0'.repeat(1_000_000)],
    ['1 MB for a key', 'shelf_code', 'x'.repeat(1_000_000)],
  ])(
    'is 422 under its field with %s, and changes nothing (C1.7, C4.2)',
    async (_what, field, value) => {
      for (const method of writes) {
        const body = await expectRefusal(method, { title: 'x', [field]: value }, [422]);
        expect(Object.keys(body.errors!)).toEqual([field]);
        expect(JSON.stringify(body).length).toBeLessThan(2000);
      }
    },
  );

  it('past its limit is 413, and changes nothing (C12)', async () => {
    await expectRefusal('POST', { title: 'x', story: 'x'.repeat(2 ** 20) }, [413]);
  });

  it('does not set values of inherited members by their names (C4.2)', async () => {
    const body =
      '{"title":"x","constructor":{"a":1},"toString":"x","hasOwnProperty":1,"valueOf":null,"then":"x"}';
    const response = await depot.send<RecordBody>('POST', 'pieces', body);
    expect(response.status).toBe(201);
    expect(Object.keys(response.body.data.attributes)).toEqual(Object.keys(before.data.attributes));
    const patched = await depot.send<RecordBody>('PATCH', `pieces/${response.body.data.id}`, body);
    expect(patched.body.data.attributes).toEqual(response.body.data.attributes);
    await depot.database.write('delete from pieces where id = ?', [response.body.data.id]);
  });

  it('counts as empty without the members that objects inherit (C4.2)', async () => {
    expect((await expectRefusal('POST', { toString: 'x' }, [422])).errors).toEqual({
      title: [expect.any(String)],
    });
  });

  it('uses the last of duplicate keys, which is stored (C1.7)', async () => {
    const refusal = await expectRefusal('POST', '{"title":"x","title":5}', [422]);
    expect(Object.keys(refusal.errors!)).toEqual(['title']);
    const stored = await depot.send<RecordBody>(
      'POST',
      'pieces',
      '{"title":5,"notes":1,"title":"x","notes":{"a":1,"a":2}}',
    );
    expect(stored.body.data.attributes).toMatchObject({ title: 'x', notes: { a: 2 } });
    await depot.database.write('delete from pieces where id = ?', [stored.body.data.id]);
  });

  it('gets all errors at once, and all of them under names of the body (C9)', async () => {
    const { errors } = await expectRefusal(
      'PATCH',
      { title: 5, amount: 'x', shelf: 'none', unknown: 5 },
      [422],
    );
    expect(Object.keys(errors!).sort()).toEqual(['amount', 'shelf', 'title']);
  });

  it('ignores 1,000 unknown fields (C4.2)', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_none, at) => [`field${at}`, { at }]),
    );
    const response = await depot.send<RecordBody>('PATCH', `pieces/${before.data.id}`, many);
    expect([response.status, response.body.data.attributes]).toEqual([200, before.data.attributes]);
  });
});
