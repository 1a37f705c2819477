import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startSamples, type SampleRow } from '../../../support/library-app/samples.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Resource {
  readonly id: string;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly relationships: Readonly<Record<string, readonly Resource[]>>;
  readonly meta: { readonly more?: Readonly<Record<string, string>> };
}
interface Errors {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const show = async (path: string, as: DemoAccount = 'reader') =>
  (await demo.get<{ data: Resource }>(path, as)).body.data;
const index = async (path: string, as: DemoAccount = 'reader') =>
  (await demo.get<{ data: readonly Resource[] }>(path, as)).body.data;
const titlesOf = (records: readonly Resource[]) =>
  records.map(({ attributes }) => attributes.title!);
const byCodePoints = (texts: readonly string[]) =>
  [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

describe('Included collections (C5.1)', () => {
  it('are sorted before they are cut, on show and index alike', async () => {
    const every = await show('/users/1?include=posts[title]&relatablePerPage=100');
    const sorted = byCodePoints(titlesOf(every.relationships.posts!));
    const query = 'include=posts[title]&sort[posts]=title&relatablePerPage=4';
    expect(titlesOf((await show(`/users/1?${query}`)).relationships.posts!)).toEqual(
      sorted.slice(0, 4),
    );
    const listed = await index(`/users?${query}&perPage=100&page=2`);
    expect(titlesOf(listed.find(({ id }) => id === '1')!.relationships.posts!)).toEqual(
      sorted.slice(0, 4),
    );
    const reversed = await show(`/users/1?${query.replace('=title&', '=-title&')}`);
    expect(titlesOf(reversed.relationships.posts!)).toEqual([...sorted].reverse().slice(0, 4));
  });

  it('are filtered before they are cut, as an index of them would be', async () => {
    for (const as of ['reader', 'admin'] as const) {
      const filter = 'filter[posts][status]=draft,archived&filter[posts][title][like]=a';
      const { relationships } = await show(
        `/users/1?include=posts&relatablePerPage=5&${filter}`,
        as,
      );
      const listed = await index(
        '/posts?user_id=1&status=draft,archived&filter[title][like]=a&perPage=5',
        as,
      );
      expect(relationships.posts!.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
      expect(listed.length).toBe(as === 'admin' ? 5 : 0);
    }
  });

  it('are sorted through a relation of their own, for many parents and through pivots', async () => {
    const users = await index(
      '/users?perPage=30&page=7&include=posts.user[name]&sort[posts]=-user.name,title',
    );
    for (const { relationships } of users.filter(
      ({ relationships }) => relationships.posts!.length > 1,
    ))
      expect(titlesOf(relationships.posts!)).toEqual(byCodePoints(titlesOf(relationships.posts!)));
    const tags = await index(
      '/tags?include=posts[title].user[name]&sort[posts]=user.name,-title&relatablePerPage=8',
    );
    for (const { relationships } of tags) {
      const posts = relationships.posts!.map(
        (post) => [authorName(post), post.attributes.title!] as const,
      );
      expect(posts.length).toBeGreaterThan(1);
      const [names, titles] = [posts.map(([name]) => name), posts];
      expect(names).toEqual(byCodePoints(names));
      titles.slice(1).forEach(([name, title], at) => {
        if (name === titles[at]![0]) expect(title <= titles[at]![1]).toBe(true);
      });
    }
    const plain = await index('/tags?include=posts[title]&sort[posts]=-title&relatablePerPage=8');
    for (const { relationships } of plain)
      expect(titlesOf(relationships.posts!)).toEqual(
        byCodePoints(titlesOf(relationships.posts!)).reverse(),
      );
  });

  it('may be nested, named by a dotted path', async () => {
    const query =
      'include=posts.comments[comment,created_at]&sort[posts.comments]=created_at&relatablePerPage=4';
    const user = await show(
      `/users/1?${query}&filter[posts][title][like]=o&filter[posts.comments][user_id][gt]=50`,
    );
    const all = user.relationships.posts!.flatMap(({ relationships }) => [relationships.comments!]);
    expect(all.flat().length).toBeGreaterThan(3);
    for (const comments of all) {
      const times = comments.map(({ attributes }) => attributes.created_at!);
      expect(times).toEqual(byCodePoints(times));
    }
  });

  it('need no additional statements', async () => {
    const plain = await demo.statements(() => index('/users?include=posts.comments'));
    const filtered = await demo.statements(() =>
      index(
        '/users?include=posts.comments&sort[posts]=user.name&filter[posts.comments][user_id][gt]=3',
      ),
    );
    expect(filtered).toHaveLength(plain.length);
  });

  it.each([
    [
      'include=posts&sort[post]=title',
      'sort[post]',
      '"post" is not a relation that this request includes; add it to "include". Did you mean "posts"? Allowed: posts.',
    ],
    [
      'sort[posts]=title',
      'sort[posts]',
      '"posts" is not a relation that this request includes; add it to "include".',
    ],
    [
      'include=posts.comments,roles&sort[posts.coments]=id',
      'sort[posts.coments]',
      '"posts.coments" is not a relation that this request includes; add it to "include".' +
        ' Did you mean "posts.comments"? Allowed: posts, posts.comments, roles.',
    ],
    [
      'include=posts&sort[posts]=password',
      'sort[posts]',
      'posts cannot be sorted by "password" (position 0).',
    ],
    [
      'include=posts&sort[posts]=title&sort[posts]=id',
      'sort[posts]',
      '"sort[posts]" is given twice; it may be given only once.',
    ],
    [
      'include=posts&sort[]=title',
      'sort[]',
      'Expected a relation at position 5 of the parameter name, found "]".',
    ],
    [
      'include=company&sort[company]=name',
      'sort[company]',
      '"company" leads to at most one record,',
    ],
    [
      'include=company&filter[company][name]=a',
      'filter[company][name]',
      '"company" leads to at most one record,',
    ],
    ['include=stats&sort[stats]=posts', 'sort[stats]', '"stats" leads to at most one record,'],
    [
      'include=posts&filter[posts][secret]=1',
      'filter[posts][secret]',
      'posts cannot be filtered by "secret".',
    ],
    [
      'include=posts&filter[posts][status][is]=1',
      'filter[posts][status][is]',
      '"is" is not an operator (position 22 of the parameter name). Did you mean "in"?',
    ],
    [
      'filter[posts][status]=draft',
      'filter[posts][status]',
      '"posts" is not a relation that this request includes;',
    ],
    [
      'filter[name][likke]=a',
      'filter[name][likke]',
      '"name" is not a relation that this request includes; add it to "include". Allowed: none.' +
        ' "likke" is not an operator (position 13 of the parameter name). Did you mean "like"?' +
        ' Allowed: eq, gt, gte, lt, lte, in, nin, like.',
    ],
    [
      'include=posts&filter[posts][published_at]=soon',
      'filter[posts][published_at]',
      'Expected a date or a timestamp such as 2024-02-08',
    ],
    [
      'include=posts&filter[posts][status]=a&filter[posts][status]=b',
      'filter[posts][status]',
      '"filter[posts][status]" is given twice',
    ],
    [
      'filter=1',
      'filter',
      'Expected "[<field>]" at position 6 of the parameter name, found the end.',
    ],
    [
      'filter[a',
      'filter[a',
      'Expected "." or "]" at position 8 of the parameter name, found the end.',
    ],
    [
      'filter[a][b][c][d]=1',
      'filter[a][b][c][d]',
      'Expected the end at position 15 of the parameter name, found "[".',
    ],
  ])('are rejected for %s under %s: %s (C5.2)', async (query, parameter, message) => {
    for (const path of ['/users', '/users/1']) {
      const { status, body } = await demo.get<Errors>(`${path}?${query}`, 'reader');
      expect([status, body.errors[parameter]?.[0]?.slice(0, message.length)]).toEqual([
        400,
        message,
      ]);
    }
  });
});

const authorName = ({ relationships }: Resource): string =>
  (relationships.user as unknown as Resource).attributes.name!;

describe('An included collection that was cut (C3.3)', () => {
  it('is marked on main records only, with a link to continue', async () => {
    const { meta } = await show(
      '/users/1?include=posts.comments,roles&more=true&relatablePerPage=2',
    );
    expect(Object.keys(meta.more!)).toEqual(['posts']);
    const all = await index(
      '/users?include=posts,roles&more=true&relatablePerPage=2&perPage=100&page=2',
    );
    for (const { id, meta: own, relationships } of all)
      expect('posts' in own.more!).toBe(
        (await totalOf(`/users/${id}/posts`)) > relationships.posts!.length,
      );
    expect((await show('/users/1?include=posts')).meta.more).toBeUndefined();
    expect((await show('/users/1?more=true')).meta.more).toEqual({});
    expect((await show('/users/1?include=posts&more=false')).meta.more).toBeUndefined();
  });

  it('is continued by the link: the same order, filter, columns and relations', async () => {
    const query =
      'include=posts[title].comments[comment]&relatablePerPage=3&sort[posts]=-title&filter[posts][title][like]=e' +
      '&sort[posts.comments]=created_at&filter[posts.comments][user_id][gt]=20';
    const whole = await show(`/users/1?${query.replace('=3', '=100')}`);
    const cut = await show(`/users/1?${query}&more=true`);
    const link = cut.meta.more!.posts!;
    const next = await index(link.slice('/api'.length));
    const without = (records: readonly Resource[]) =>
      records.map(({ id, attributes, relationships }) => ({
        id,
        attributes,
        comments: relationships.comments!.slice(0, 3).map((comment) => comment.id),
      }));
    expect(without([...cut.relationships.posts!, ...next])).toEqual(
      without(whole.relationships.posts!).slice(0, 6),
    );
  });

  it('is marked without shortening the response or loading more levels', async () => {
    const plain = await show('/users/1?include=posts.comments&relatablePerPage=3');
    const marked = await show('/users/1?include=posts.comments&relatablePerPage=3&more=true');
    expect(marked.relationships).toEqual(plain.relationships);
    const statements = (more: string) =>
      demo.statements(() => show(`/users/1?include=posts.comments${more}`));
    expect(await statements('&more=true')).toHaveLength((await statements('')).length);
  });

  it('is marked on request by "true" or "false"', async () => {
    expect((await demo.get<Errors>('/users?more=1')).body.errors).toEqual({
      more: ['"1" is not allowed here. Allowed: true, false.'],
    });
  });

  const totalOf = async (path: string) =>
    (await demo.get<{ meta: { total: number } }>(path, 'reader')).body.meta.total;
});

describe('A filter on a relation that leads back (C5.3, C5.9)', () => {
  const rows: readonly SampleRow[] = [
    { id: 1, label: 'root' },
    ...[2, 3, 4, 5].map((id) => ({ id, label: id % 2 ? 'odd' : 'even', parent_id: 1 })),
    { id: 6, label: 'odd', parent_id: 1, hidden: true },
  ];
  let samples: LibraryApp;
  beforeAll(async () => {
    samples = await startSamples(rows);
  });
  afterAll(() => samples?.stop());

  it('filters that relation by what the user may see', async () => {
    const { body } = await samples.get<{ data: readonly Resource[] }>(
      'samples?include=children&filter[children][label]=odd&sort[children]=parent.label,id',
    );
    expect(body.data.at(-1)!.relationships.children!.map(({ id }) => id)).toEqual(['3', '5']);
  });
});
