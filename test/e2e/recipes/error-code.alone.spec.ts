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
      .flatMap(([, item]) => Object.values(item) as { responses: object }[]);
    expect(operations.length).toBeGreaterThan(4);
    for (const { responses } of operations) expect(responses).toHaveProperty('418');
    const [name] = Object.keys(components.responses).filter((each) => /Teapot/i.test(each));
    const { description, headers, content } = components.responses[name!];
    expect(description).toBe(row.when);
    expect(Object.keys(headers)).toEqual(['X-Instead']);
    expect(content['application/json'].schema.properties.code.enum).toEqual(['only_tea']);
  });

  it('is in docs/reference/errors.md, once it is generated', () => {
    expect(pot.errorsPage()).toContain(`| 418 | \`only_tea\` | ${row.message} | ${row.when} |`);
  });
});
