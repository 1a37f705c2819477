import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { transactionOf } from '../../../support/transaction-words.js';
import type { RecordBody } from './bodies.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterAll(() => demo?.close());

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The first word of each statement, except that of the token, which begins every request. */
async function wordsOf(method: Method, path: string, body?: object): Promise<readonly string[]> {
  const statements = await demo.statements(() =>
    demo.send(path, { method, ...(body && { body }) }),
  );
  expect(statements[0]).toContain('tokens');
  return statements
    .slice(1)
    .map((text) => text.split(' ', 1)[0]!.toLowerCase().replace('start', 'begin'));
}

const store = async (resource: string, body: object) =>
  (await demo.send<RecordBody>(`/${resource}`, { method: 'POST', body })).body.data.id;
const film = { title: 'Film', url: 'https://example.com/1' };

/** MariaDB returns no rows: it reads the key of an insert, the record and the response. */
const inserting = isOfMysqlFamily ? ['insert', 'select', 'select'] : ['insert'];
const responding = isOfMysqlFamily ? ['select'] : [];
/** PostgreSQL and SQLite compare the record with what the guard has read, instead of locking it. */
const locking = isOfMysqlFamily ? ['select'] : [];
/** The record for the guard, the record under the lock, the change, and the response. */
const changing = ['select', ...transactionOf([...locking, 'update', ...responding])];
/** Relations of a record are loaded in one statement on PostgreSQL, in one each on the others. */
const loading = (relations: number) =>
  Array<string>(testDialect === 'postgres' ? 1 : relations).fill('select');

describe('the statements of a write', () => {
  it('are the same few for a patch of one field, of two, and a whole update (C4.3)', async () => {
    const path = `/videos/${await store('videos', film)}`;
    expect(await wordsOf('PATCH', path, { title: 'One' })).toEqual(changing);
    expect(await wordsOf('PATCH', path, { title: 'Two', url: 'https://example.com/2' })).toEqual(
      changing,
    );
    expect(await wordsOf('PUT', path, { title: 'Three', url: 'https://example.com/3' })).toEqual(
      changing,
    );
  });

  it('omit the change if nothing changes', async () => {
    const path = `/videos/${await store('videos', film)}`;
    const reading = ['select', ...transactionOf([...locking, 'select'])];
    expect(await wordsOf('PATCH', path, { title: film.title })).toEqual(reading);
  });

  it('are for a store its insert, which returns the record and the response', async () => {
    const stored = transactionOf([...inserting, ...responding]);
    expect(await wordsOf('POST', '/videos', film)).toEqual(stored);
  });

  it('are one more for each relation in the response, not for each record (C5.1)', async () => {
    const stored = ['begin', ...inserting, 'select', ...loading(2), 'commit'];
    expect(await wordsOf('POST', '/videos?include=user,comments', film)).toEqual(stored);
  });

  it('look up each value that refers to a record or has to be unique, before the transaction (C4.2)', async () => {
    const words = await wordsOf('POST', '/roles', { name: 'printer' });
    expect(words).toEqual(['select', ...transactionOf([...inserting, ...responding])]);
  });

  it('look up a record once for a rule and a relation (C4.2)', async () => {
    const [company] = (await demo.get<{ data: { id: string }[] }>('/companies?perPage=1')).body
      .data;
    const words = await wordsOf('PATCH', '/users/6', { company_id: company!.id });
    expect(words.slice(0, words.indexOf('begin'))).toEqual(['select', 'select']);
  });

  it('do not grow for a delete with its dependent records (C4.5)', async () => {
    const [few, many] = [await store('videos', film), await store('videos', film)];
    const comment = (commentable_id: string) =>
      store('comments', { comment: 'x', commentable_type: 'videos', commentable_id });
    await comment(few);
    for (let turn = 0; turn < 5; turn++) await comment(many);
    const words = await wordsOf('DELETE', `/videos/${few}`);
    expect(words).toEqual([
      'select',
      'begin',
      'select',
      'delete',
      'select',
      'delete',
      'delete',
      'commit',
    ]);
    expect(await wordsOf('DELETE', `/videos/${many}`)).toEqual(words);
  });

  it.each([
    ['the query string', 'PATCH', '/videos/1?include=none', { title: 'x' }, 0],
    ['the shape of the body', 'PATCH', '/videos/1', [], 0],
    ['a malformed key', 'PATCH', '/videos/1abc', { title: 'x' }, 0],
    ['the values of a store', 'POST', '/videos', { title: 5 }, 0],
    ['the values of a change, which needs the record', 'PATCH', '/videos/1', { title: 5 }, 1],
  ] as const)('are absent if %s rejects the request', async (_what, method, path, body, count) => {
    expect(await wordsOf(method, path, body)).toHaveLength(count);
  });
});
