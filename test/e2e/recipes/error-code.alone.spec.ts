import type { TestApplication } from 'resource-api/testing';
import type * as Catalogue from '../../../src/base/errors/catalogue.js';
import type { Account } from '../package/application/notes.js';
import type * as Pot from './pot-app.js';

/** The steps for a new code. */
const row = {
  status: 418,
  message: 'There is only tea.',
  when: 'Coffee is asked for.',
  operations: 'all',
  headers: { 'X-Instead': 'tea' },
};

describe('A new error code (issue 18, 8)', () => {
  let pot: typeof Pot;
  let test: TestApplication<Account>;

  beforeAll(async () => {
    const path = '../../../src/base/errors/catalogue.js';
    jest.resetModules();
    jest.doMock(path, () => {
      const actual = jest.requireActual<typeof Catalogue>(path);
      return {
        errorCatalogue: { ...actual.errorCatalogue, only_tea: row },
        errorEntries: [...actual.errorEntries, ['only_tea', row]],
      };
    });
    pot = await import('./pot-app.js');
    test = await pot.startPot();
  });
  afterAll(() => test.close());

  it.each([
    ['own', row.message],
    ['nest', 'Only tea.'],
  ])('is the response to the error of %s, with its headers (C9)', async (way, message) => {
    const response = await test.app.inject(`/pot/${way}`);
    expect([response.statusCode, response.headers['x-instead']]).toEqual([418, 'tea']);
    expect(response.json()).toEqual({ message, code: 'only_tea' });
  });

  it('is described for every operation', async () => {
    const { paths, components } = (await test.app.inject('/docs/openapi.json')).json();
    const operations = Object.entries(paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/notes'))
      .flatMap(([, item]) => Object.values(item) as { responses: { default: object } }[]);
    expect(operations.length).toBeGreaterThan(4);
    for (const { responses } of operations)
      expect(responses.default).toEqual({ $ref: '#/components/responses/Error' });
    const { 'api.error': all, 'api.error-418': error } = components.schemas;
    expect(all.anyOf).toContainEqual({ $ref: '#/components/schemas/api.error-418' });
    expect(error.description).toBe(row.when);
    expect(error.properties.code.enum).toEqual(['only_tea']);
    expect(components.responses.Error.headers).toHaveProperty('X-Instead');
    const page = (await test.app.inject('/docs/operations/notes.index')).json();
    const { headers, description } = page.paths['/api/notes'].get.responses['418'];
    expect([Object.keys(headers), description]).toEqual([['X-Instead'], row.when]);
  });

  it('is in docs/reference/errors.md, once it is generated', () => {
    expect(pot.errorsPage()).toContain(`| 418 | \`only_tea\` | ${row.message} | ${row.when} |`);
  });
});
