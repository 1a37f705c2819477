import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { accounts, everythingOf, resources } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const hidden = /password|suspended_at|is_admin|is_editor|granted_by|scrypt/;
/**
 * Authentication finds the caller by one statement, which may read more of the user than responses
 * show.
 */
const isAboutTheToken = (sql: string) => sql.includes('from tokens t');
const columnOf = (name: string) => new RegExp(`["\`]${name}["\`]`);

describe('hidden columns of the demo', () => {
  it.each(Object.keys(resources))(
    'are in no response of /%s, with any include (C5.9)',
    async (resource) => {
      for (const as of accounts.filter(
        (account) => resource !== 'companies' || account === 'admin',
      )) {
        const page = await demo.get<{ data: { id: string }[] }>(
          `/${resource}?perPage=100&${everythingOf(resource)}`,
          as,
        );
        const one = await demo.get(
          `/${resource}/${page.body.data[0]!.id}?${everythingOf(resource)}`,
          as,
        );
        expect([page.status, one.status]).toEqual([200, 200]);
        expect(JSON.stringify([page.body, page.headers, one.body])).not.toMatch(hidden);
      }
    },
  );

  it.each(Object.keys(resources))('are in no statement of /%s (C5.9)', async (resource) => {
    const statements = await demo.statements(() =>
      demo.get(`/${resource}?perPage=20&${everythingOf(resource)}`, 'admin'),
    );
    const reads = statements.filter((text) => !isAboutTheToken(text));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((sql) => hidden.test(sql))).toEqual([]);
  });

  it('are not selected if nothing needs them', async () => {
    const statements = await demo.statements(() =>
      demo.get(
        '/users?fields[users]=name&include=headline,posts[title].comments[comment]',
        'reader',
      ),
    );
    const reads = statements.filter((text) => !isAboutTheToken(text)).join('\n');
    for (const name of ['name', 'email', 'title', 'comment']) expect(reads).toMatch(columnOf(name));
    for (const name of [
      'age',
      'preferences',
      'company_id',
      'description',
      'published_at',
      'created_at',
      'updated_at',
    ])
      expect(reads).not.toMatch(columnOf(name));
  });

  it('are passed to a policy that needs them, though no response shows them', async () => {
    const { body } = await demo.get<{ data: object }>('/posts/1?fields[posts]=title', 'author');
    expect(body.data).toEqual({
      id: '1',
      type: 'posts',
      attributes: { title: 'How a Book Is Made' },
      meta: {
        authorizedToShow: true,
        authorizedToStore: true,
        authorizedToUpdate: false,
        authorizedToDelete: false,
      },
    });
  });
});
