import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startTwoTeams } from '../../../support/library-app/staff.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
  await library.send('PATCH', 'workers/1', { bio: 'sailor', desk: 4 });
});
afterAll(() => library?.stop());

const attributesIn = ({ body }: { body: any }) =>
  Object.keys((Array.isArray(body.data) ? body.data[0] : body.data).attributes);

describe('A field with only', () => {
  it('is in lists, in single records or in results of tools (C5.10)', async () => {
    expect(attributesIn(await library.get('workers'))).toEqual(['name', 'age', 'desk', 'team_id']);
    expect(attributesIn(await library.get('workers/1'))).toEqual(['name', 'age', 'bio', 'team_id']);
    const { structuredContent } = await library.call('workers-show-tool', { id: 1 });
    expect(structuredContent.data.attributes).toMatchObject({ name: 'Ada', desk: 4 });
  });

  it('belongs to the place of the request in related records too (C5.10)', async () => {
    const list = await library.get('teams?include=workers[name|desk]');
    expect(attributesIn({ body: { data: list.body.data[0].relationships.workers } })).toEqual([
      ...['name', 'desk'],
    ]);
    expect((await library.get('teams/1?include=workers[name|desk]')).status).toBe(400);
    expect((await library.get('teams/1?include=workers[name|bio]')).status).toBe(200);
    expect(attributesIn(await library.get('teams/1/workers?fields[workers]=desk'))).toEqual([
      'desk',
    ]);
  });

  it('can be named by parameters in its places only (C5.10)', async () => {
    const statusOf = async (path: string) => (await library.get(path)).status;
    expect(await statusOf('workers?sort=desk')).toBe(200);
    expect(await statusOf('workers?desk=4')).toBe(200);
    expect(await statusOf('workers?fields[workers]=bio')).toBe(400);
    expect(await statusOf('workers/1?fields[workers]=bio')).toBe(200);
    expect((await library.get('workers?search=sailor')).body.data).toEqual([]);
  });

  it('is written and validated by every write (C4.2, C5.10)', async () => {
    const stored = await library.send('PATCH', 'workers/2', { desk: 7, bio: 'cook' });
    expect(stored.body.data.attributes).toMatchObject({ bio: 'cook' });
    expect(stored.body.data.attributes).not.toHaveProperty('desk');
    const list = await library.get('workers?desk=7');
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual(['2']);
    const refused = await library.send('PATCH', 'workers/2', { desk: 0 });
    expect(refused.body.errors).toEqual({ desk: [expect.any(String)] });
  });

  it('follows the parameters of an action, those of an index or of a show (C5.10)', async () => {
    const run = async (path: string, body: object) => {
      const { workers } = (await library.send('POST', path, body)).body;
      return Object.keys([workers].flat()[0].attributes);
    };
    const listed = await run('workers/actions?action=list-workers&desk=4', { repositories: [1] });
    expect(listed).toContain('desk');
    expect(await run('workers/1/actions?action=list-workers', {})).toContain('bio');
  });
});

describe('A relation or callable with only', () => {
  it('is included, and has an endpoint, in its places (C5.10)', async () => {
    expect((await library.get('workers/1?include=marks')).status).toBe(200);
    expect((await library.get('workers?include=marks')).status).toBe(400);
    expect((await library.get('workers/1/marks')).status).toBe(404);
    expect((await library.get('workers/1?include=greeting')).status).toBe(400);
    const { structuredContent } = await library.call('workers-show-tool', {
      id: 1,
      include: 'greeting',
    });
    expect(structuredContent.data.relationships).toEqual({ greeting: 'Hello Ada' });
  });
});

describe('The OpenAPI document', () => {
  it('contains restricted members, marks them, and does not require them (C5.9, C5.10)', async () => {
    const { components } = await library.document();
    const { properties, required } = components.schemas['workers.attributes'];
    expect(required).toEqual(['name', 'age', 'team_id']);
    expect(properties.salary.description).toBe('Only for callers who may see it.');
    expect(properties.desk.description).toBe('Only in lists and results of tools.');
  });
});
