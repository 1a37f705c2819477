import { LibraryApp } from '../../../support/library-app/library-app.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start({ options: { schema: false } });
});
afterAll(() => library?.stop());

describe('The option `schema: false` (C17.1)', () => {
  it.each(['_schema', '_schema/books'])('removes %s', async (path) => {
    expect((await library.get(path)).status).toBe(404);
  });

  it('removes the paths from the OpenAPI document', async () => {
    const { paths, components } = (await library.app.inject('/docs/openapi.json')).json();
    expect(Object.keys(paths).filter((path) => path.includes('_schema'))).toEqual([]);
    expect(Object.keys(components.schemas)).not.toContain('api.field');
  });
});
