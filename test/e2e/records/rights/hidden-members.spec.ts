import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startTwoTeams } from '../../../support/library-app/staff.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
});
afterAll(() => library?.stop());

describe('A field that the caller does not see', () => {
  it('is absent from responses, and present for callers who see it (C5.9)', async () => {
    const clerk = await library.get('workers/1');
    expect(clerk.body.data.attributes).toEqual({ name: 'Ada', age: 40, bio: null, team_id: '1' });
    const librarian = await library.get('workers/1', 'librarian');
    expect(librarian.body.data.attributes).toEqual({
      ...{ name: 'Ada', age: 40, salary: 3000, iban: 'DE1', bio: null, team_id: '1' },
    });
  });

  it('is absent from lists, related records and the profile (C5.9)', async () => {
    const list = await library.get('teams?include=workers&sort=id');
    expect(list.body.data[0].attributes).toEqual({ title: 'Dock' });
    expect(list.body.data[0].relationships.workers[0].attributes).toEqual({ name: 'Cem' });
    const own = await library.get('profile');
    expect(own.body.attributes).toEqual({ name: 'Reader' });
    const { settings } = (await library.get('profile', 'librarian')).body.attributes;
    expect(settings).toEqual({ grade: 2 });
  });

  it.each([
    ['workers?sort=salary', 'sort'],
    ['workers?salary=3000', 'salary'],
    ['workers?filter[salary][gt]=2500', 'filter[salary][gt]'],
    ['workers?fields[workers]=salary', 'fields[workers]'],
    ['workers?sort=team.budget', 'sort'],
    ['teams?include=workers[salary]', 'include'],
    ['workers?include=reviews', 'include'],
    ['workers?include=pay_slip', 'include'],
    ['reviews?sort=worker.salary', 'sort'],
  ])('is unknown to %s, in the words for any unknown name (C5.9)', async (path, parameter) => {
    const hidden = await library.get(path);
    expect(hidden.status).toBe(400);
    const name = /salary|budget|reviews$|pay_slip/.exec(path)![0];
    const unknown = await library.get(path.replaceAll(name, 'zzzzzz'));
    expect(Object.keys(hidden.body.errors)).toContain(parameter);
    expect(hidden.text.replaceAll(name, 'zzzzzz')).toBe(unknown.text);
    expect((await library.get(path, 'librarian')).status).toBe(200);
  });

  it('is not suggested for a misspelt name (C5.9)', async () => {
    expect((await library.get('workers?sort=salery')).text).not.toMatch(/salary/);
    expect((await library.get('workers?sort=salery', 'librarian')).text).toMatch(/salary/);
  });

  it('is not searched, also through a relation (C5.3, C5.9)', async () => {
    const found = async (path: string, as?: 'librarian') =>
      (await library.get(path, as)).body.data.map(({ id }: { id: string }) => id);
    expect(await found('workers?search=de1')).toEqual([]);
    expect(await found('workers?search=de1', 'librarian')).toEqual(['1']);
    expect(await found('workers?search=gold&include=team')).toEqual([]);
    expect(await found('workers?search=gold&include=team', 'librarian')).toEqual(['3', '1']);
    expect(await found('workers?search=dock&include=team')).toEqual(['3', '1']);
    expect((await library.get('reviews?search=de1&include=worker')).status).toBe(400);
    expect(await found('reviews?search=de1&include=worker', 'librarian')).toEqual(['1']);
  });

  it('is not listed by /filters (C5.7, C5.9)', async () => {
    const { body, text } = await library.get('workers/filters');
    expect(text).not.toMatch(/salary|iban|budget|motto/);
    expect(body.data.matches).toEqual([
      { key: 'id', type: 'number' },
      { key: 'name', type: 'text' },
      { key: 'age', type: 'number' },
      { key: 'desk', type: 'number' },
    ]);
    expect((await library.get('workers/filters', 'librarian')).text).toMatch(/salary.*budget/s);
  });

  it('is absent from records that callables and actions return (C5.9)', async () => {
    const { body } = await library.get('workers/1?include=copy');
    expect(body.data.relationships.copy.attributes).toEqual({
      ...{ name: 'Ada', age: 40, bio: null, team_id: '1' },
    });
    const run = (as?: 'librarian') =>
      library.send('POST', 'workers/actions?action=list-workers', { repositories: [1] }, as);
    expect((await run()).body.workers[0].attributes).toEqual({
      ...{ name: 'Ada', age: 40, desk: null, team_id: '1' },
    });
    expect((await run('librarian')).body.workers[0].attributes.salary).toBe(3000);
  });
});

describe('A relation that the caller does not see', () => {
  it.each(['workers/1/reviews', 'workers/1/bonuses'])(
    'has no endpoint: %s (C5.9)',
    async (path) => {
      expect((await library.get(path)).status).toBe(404);
      expect((await library.get(path, 'librarian')).status).toBe(200);
    },
  );

  it('cannot be written (C5.9, C7.4)', async () => {
    const attach = (as?: 'librarian') =>
      library.send('POST', 'workers/2/attach/bonuses', { bonuses: [1] }, as);
    const { status, text } = await library.send('POST', 'workers/2/attach/zzz', { zzz: [1] });
    expect(await attach()).toMatchObject({ status, text });
    expect((await attach('librarian')).status).toBe(201);
  });
});

describe('A write by a caller who does not see a field', () => {
  const update = (body: object, as?: 'librarian') => library.send('PATCH', 'workers/3', body, as);

  it('ignores the field in the body (C4.2, C5.9)', async () => {
    const { status, text } = await update({ age: 21, salary: 9, iban: 'DE1' });
    expect([status, /salary|iban/.test(text)]).toEqual([200, false]);
    const { body } = await library.get('workers/3', 'librarian');
    expect(body.data.attributes).toMatchObject({ age: 21, salary: 1000, iban: null });
  });

  it('skips its rules, and those of other fields that refer to it (C5.9)', async () => {
    expect((await update({ age: null })).status).toBe(200);
    expect((await update({ age: null, approved: 'yes' }, 'librarian')).body.errors).toEqual({
      age: [expect.stringContaining('iban')],
    });
  });

  it('is refused without the name of a required field (C5.9)', async () => {
    const store = (as?: 'librarian') => library.send('POST', 'workers', { name: 'Dua' }, as);
    expect(await store()).toMatchObject({
      status: 403,
      body: {
        code: 'unauthorized',
        message: 'The record needs a value that you are not authorized to set.',
      },
    });
    expect((await store('librarian')).body.errors).toMatchObject({
      salary: [expect.any(String)],
      approved: [expect.any(String)],
    });
  });

  it('reports faults of the fields that the caller sees first (C5.9)', async () => {
    const { status, body } = await library.send('POST', 'workers', {});
    expect([status, Object.keys(body.errors)]).toEqual([422, ['name']]);
  });

  it('stores the default of the field (C4.2, C5.9)', async () => {
    const { status, body } = await library.send('POST', 'teams', { title: 'Lab', budget: 5 });
    expect([status, body.data.attributes]).toEqual([201, { title: 'Lab' }]);
    const stored = await library.get(`teams/${body.data.id}`, 'librarian');
    expect(stored.body.data.attributes).toEqual({ title: 'Lab', budget: 0, motto: 'none' });
  });
});

describe('Rows of the action log', () => {
  it('contain the members that their reader sees (C5.9, C8.3)', async () => {
    const written = await library.send(
      'PATCH',
      'workers/2',
      { age: 31, salary: 2500, approved: 'yes' },
      'librarian',
    );
    expect(written.status).toBe(200);
    const rows = async (as?: 'librarian') => {
      const { body } = await library.get('workers/2?include=logs', as);
      const row = body.data.relationships.logs.find(
        ({ attributes }: any) => attributes.name === 'Updated',
      );
      return [row.attributes.original, row.attributes.changes];
    };
    expect(await rows()).toEqual([{ age: 30 }, { age: 31 }]);
    expect(await rows('librarian')).toEqual([
      { age: 30, salary: 2000 },
      { age: 31, salary: 2500 },
    ]);
  });

  it('do not name hidden relations (C5.9)', async () => {
    const list = await library.get('action_logs?fields[action_logs]=name,changes');
    const attached = list.body.data.filter(({ attributes }: any) => attributes.name === 'Attached');
    expect(attached.map(({ attributes }: any) => attributes.changes)).toEqual([{}]);
    expect(list.text).not.toMatch(/bonuses|salary/);
  });
});
