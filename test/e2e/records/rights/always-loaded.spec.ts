import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startTwoTeams } from '../../../support/library-app/staff.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
});
afterAll(() => library?.stop());

const relationsOf = ({ body }: { body: any }) => {
  const { relationships = {} } = [body.data].flat()[0];
  return Object.keys(relationships);
};

describe('The relations in with', () => {
  it('are in lists, shows and responses of writes (C5.11)', async () => {
    for (const path of ['bonuses', 'bonuses/1'])
      expect(relationsOf(await library.get(path, 'librarian'))).toEqual(['badges', 'holders']);
    const shown = await library.get('bonuses/1', 'librarian');
    expect(shown.body.data.relationships.badges.map(({ id }: any) => id)).toEqual(['2', '1']);
    const written = await library.send('PATCH', 'bonuses/1', { name: 'June' }, 'librarian');
    expect(relationsOf(written)).toEqual(['badges', 'holders']);
    const page = await library.get('bonuses/1/badges', 'librarian');
    expect(page.body.data[0].relationships.bonus.attributes).toEqual({ name: 'June' });
  });

  it('are left out for callers who may not use or see them (C5.2, C5.9, C5.11)', async () => {
    const { status, body } = await library.get('bonuses/1');
    expect([status, body.data.relationships]).toEqual([200, undefined]);
    expect((await library.get('bonuses/1?include=badges')).status).toBe(400);
  });

  it('take the columns and relations that a request names (C5.11)', async () => {
    const { body } = await library.get('bonuses/1?include=badges[code].bonus', 'librarian');
    const [badge] = body.data.relationships.badges;
    expect(Object.keys(body.data.relationships)).toEqual(['badges', 'holders']);
    expect([Object.keys(badge.attributes), Object.keys(badge.relationships)]).toEqual([
      ['code'],
      ['bonus'],
    ]);
  });

  it('belong to the requested records, not to related ones (C5.11)', async () => {
    const { body } = await library.get('workers/1?include=bonuses', 'librarian');
    expect(body.data.relationships.bonuses[0]).not.toHaveProperty('relationships');
  });

  it('are in results of tools (C5.11, C11.1)', async () => {
    const { structuredContent } = await library.call('bonuses-show-tool', { id: 1 }, 'librarian');
    expect(Object.keys(structuredContent.data.relationships)).toEqual(['badges', 'holders']);
  });
});
