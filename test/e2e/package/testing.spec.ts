import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createTestApplication, type TestApplication } from '../../../src/tooling/testing/index.js';
import { authentication } from './application/deployment.js';
import { Account, Note, NotesModule } from './application/notes.js';

describe('createTestApplication (issue 18, 5)', () => {
  let test: TestApplication<Account>;

  beforeAll(async () => {
    test = await createTestApplication({ modules: [NotesModule], options: { authentication } });
    const [ann, bea] = await test.dataSource.getRepository(Account).save([
      { email: 'ann@example.com', password: 'unused' },
      { email: 'bea@example.com', password: 'unused' },
    ]);
    await test.dataSource.getRepository(Note).save([
      { text: 'of Ann', account_id: ann!.id },
      { text: 'of Bea', account_id: bea!.id },
    ]);
  });
  afterAll(() => test.close());

  const textsOf = async (user: Account | string) => {
    const { body } = await test
      .as(user)
      .get<{ data: { attributes: { text: string } }[] }>('/notes');
    return body.data.map(({ attributes }) => attributes.text);
  };

  it('sends requests as an account, by its record or its identifier', async () => {
    const ann = await test.dataSource.getRepository(Account).findOneByOrFail({ id: 1 });
    expect(await textsOf(ann)).toEqual(['of Ann']);
    expect(await textsOf('bea@example.com')).toEqual(['of Bea']);
  });

  it('sends bodies, and returns status, headers and body', async () => {
    const ann = test.as('ann@example.com');
    const created = await ann.post<{ data: { id: string } }>('/notes', {
      text: 'new',
      account_id: 1,
    });
    expect(created).toMatchObject({ status: 201, body: { data: { attributes: { text: 'new' } } } });
    expect(created.headers['content-type']).toMatch(/^application\/json/);
    const path = `/notes/${created.body.data.id}`;
    expect(await ann.patch(path, { text: 'newer' })).toMatchObject({ status: 200 });
    expect(await ann.put(path, { text: 'newest', account_id: 1 })).toMatchObject({ status: 200 });
    expect(await ann.delete(path)).toMatchObject({ status: 403 });
  });

  it('sends requests without a token', async () => {
    expect(await test.anonymous.get('/notes')).toMatchObject({ status: 401 });
  });

  it('reports a user without an account', async () => {
    await expect(test.as('nobody@example.com').get('/notes')).rejects.toThrow(
      'There is no account nobody@example.com.',
    );
  });

  it('removes its files', async () => {
    const other = await createTestApplication({
      modules: [NotesModule],
      options: { authentication },
    });
    const folder = dirname(String(other.dataSource.options.database));
    expect(existsSync(folder)).toBe(true);
    await other.close();
    expect(existsSync(folder)).toBe(false);
  });
});
