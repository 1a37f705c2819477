import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startTwoTeams } from '../../../support/library-app/staff.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
});
afterAll(() => library?.stop());

const computed = { short: 'f', facts: { letters: 4, of: 1 } };

describe('A computed attribute', () => {
  it('follows the stored attributes of a record (C3.6)', async () => {
    const shown = await library.get('reviews/1');
    expect(shown.body.data.attributes).toEqual({ text: 'fine', worker_id: '1', ...computed });
    expect(Object.keys(shown.body.data.attributes)).toEqual([
      ...['text', 'worker_id', 'short', 'facts'],
    ]);
    expect((await library.get('reviews')).body.data[0].attributes).toEqual(
      shown.body.data.attributes,
    );
  });

  it('is in related records, also where the database writes them (C3.6)', async () => {
    const list = await library.get('workers?include=reviews&name=Ada', 'librarian');
    expect(list.body.data[0].relationships.reviews[0].attributes).toMatchObject(computed);
    const page = await library.get('workers/1/reviews?perPage=1', 'librarian');
    expect(page.body.data[0].attributes).toMatchObject({ ...computed, is_good: true });
  });

  it('is selected like other attributes, without its columns (C3.6, C5.1)', async () => {
    const attributesOf = async (path: string) => (await library.get(path)).body.data[0].attributes;
    expect(await attributesOf('reviews?fields[reviews]=short')).toEqual({ short: 'f' });
    expect(await attributesOf('reviews?fields[reviews]=facts,text')).toEqual({
      ...{ text: 'fine', facts: computed.facts },
    });
    expect(await attributesOf('reviews?fields[reviews]=text')).toEqual({ text: 'fine' });
    const below = await library.get('workers/1?include=reviews[short]', 'librarian');
    expect(below.body.data.relationships.reviews[0].attributes).toEqual({ short: 'f' });
  });

  it.each(['reviews?sort=short', 'reviews?short=f', 'reviews?filter[short]=f'])(
    'cannot narrow or order a list: %s (C3.6)',
    async (path) => {
      const { status, text } = await library.get(path);
      expect([status, text]).toEqual([400, expect.stringContaining('short')]);
    },
  );

  it('is in responses of writes, and bodies cannot set it (C3.6, C4.2)', async () => {
    const body = { text: 'good', worker_id: 2, short: 'zzz' };
    const stored = await library.send('POST', 'reviews', body);
    expect(stored.body.data.attributes).toMatchObject({
      ...{ short: 'g', facts: { letters: 4, of: 2 } },
    });
    const path = `reviews/${stored.body.data.id}`;
    const updated = await library.send('PATCH', `${path}?fields[reviews]=short`, { text: 'h' });
    expect(updated.body.data.attributes).toEqual({ short: 'h' });
    await library.send('DELETE', path);
  });

  it('is null, and logged, where its method fails (C3.6)', async () => {
    const stored = await library.send('POST', 'reviews', { text: 'broken', worker_id: 2 });
    expect(stored.body.data.attributes).toMatchObject({ short: null, facts: { letters: 6 } });
    await library.send('DELETE', `reviews/${stored.body.data.id}`);
  });

  it('can be hidden, and limited to places (C5.9, C5.10)', async () => {
    const librarian = await library.get('reviews/1', 'librarian');
    expect(librarian.body.data.attributes.is_good).toBe(true);
    expect((await library.get('reviews/1?fields[reviews]=is_good')).status).toBe(400);
    expect((await library.get('reviews/1?fields[reviews]=hint')).status).toBe(400);
    const { structuredContent } = await library.call('reviews-show-tool', { id: 1 });
    expect(structuredContent.data.attributes).toMatchObject({ hint: 'Ask for the worker.' });
    expect(structuredContent.data.attributes).not.toHaveProperty('is_good');
  });

  it('is described by OpenAPI, tools and definitions (C3.6, C11.2)', async () => {
    const { components } = await library.document();
    const { properties, required } = components.schemas['reviews.attributes'];
    expect(required).toEqual(['text', 'worker_id', 'short', 'facts']);
    expect(properties).toMatchObject({
      short: { type: ['string', 'null'] },
      is_good: { type: ['boolean', 'null'], description: 'Only for callers who may see it.' },
    });
    const { tools } = await library.ask('tools/list', {});
    const index = tools.find(({ name }: { name: string }) => name === 'reviews-index-tool');
    expect(index.inputSchema.properties.fields.description).toMatch(/short,facts,hint$/);
    const uri = 'resource-api://resources/reviews';
    const read = await library.ask('resources/read', { uri });
    expect(JSON.parse(read.contents[0].text).fields).toContainEqual({
      ...{ name: 'short', type: 'string', readable: true, writable: false, rules: [] },
    });
  });
});
