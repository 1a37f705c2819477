import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { accounts, everythingOf, resources } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const hidden = /password|suspended_at|is_admin|is_editor|granted_by|scrypt/;
/**
 * Who calls is found by one statement of authentication, which may ask for more of the user than
 * answers show.
 */
const isAboutTheToken = (text: string) => text.includes('from tokens t');
const columnOf = (name: string) => new RegExp(`["\`]${name}["\`]`);

describe('hidden columns of the demo', () => {
  it.each(Object.keys(resources))(
    'C5.9 stand in no answer of /%s, whatever is included',
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

  it.each(Object.keys(resources))('C5.9 stand in no statement of /%s', async (resource) => {
    const texts = await demo.statements(() =>
      demo.get(`/${resource}?perPage=20&${everythingOf(resource)}`, 'admin'),
    );
    const reads = texts.filter((text) => !isAboutTheToken(text));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((text) => hidden.test(text))).toEqual([]);
  });

  it('what nobody asked for and nothing needs is not selected', async () => {
    const texts = await demo.statements(() =>
      demo.get(
        '/users?fields[users]=name&include=headline,posts[title].comments[comment]',
        'reader',
      ),
    );
    const reads = texts.filter((text) => !isAboutTheToken(text)).join('\n');
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

  it('a policy gets the columns that it needs, though no answer shows them', async () => {
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
