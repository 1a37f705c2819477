import fc from 'fast-check';
import { Agent, withoutTimes, type CallResult } from '../../e2e/tools/agent.js';
import { examples } from '../../support/examples.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';

const EXAMPLES = examples(75);

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const account = fc.constantFrom<DemoAccount>('admin', 'editor', 'author', 'reader');

/** Parameters with a meaning for posts, some with a meaning elsewhere, and some without. */
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'include',
      'sort',
      'search',
      'status',
      '-status',
      'title',
      'perPage',
      'page',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'fields[posts]',
      'filter[user_id][in]',
      'filter[title][like]',
      'related',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'published_at',
      'filters',
      'count',
      'cursor',
      'more',
      'relatablePerPage',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'password',
      'action',
      '__proto__',
      'constructor',
      'filter[password]',
    ),
  },
  fc.string({ minLength: 1, maxLength: 8 }),
);
const value = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'user',
      'tags,comments.author',
      'user[name]',
      'title',
      '-title,status',
      'a',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'draft',
      'published,archived',
      'null',
      '1',
      '3',
      '1,2',
      '2025-01-01',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'none',
      'true',
      '',
      '[{"key":"published-between","value":{}}]',
      '0',
      '101',
    ),
  },
  fc.string({ maxLength: 8 }),
);
const parameters = fc.uniqueArray(fc.tuple(name, value), {
  maxLength: 4,
  selector: ([each]) => each,
});

const asQuery = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([each, text]) => `${encodeURIComponent(each)}=${encodeURIComponent(text)}`).join('&');

/** Brackets in a URL are members of an object. */
const spelled: Readonly<Record<string, (value: string) => object>> = {
  'fields[posts]': (text) => ({ fields: text }),
  'filter[user_id][in]': (text) => ({ filter: { user_id: { in: text } } }),
  'filter[title][like]': (text) => ({ filter: { title: { like: text } } }),
  'filter[password]': (text) => ({ filter: { password: text } }),
};
const asArguments = (pairs: readonly (readonly [string, string])[]): object =>
  Object.assign(
    {},
    ...pairs.map(([each, text]) => spelled[each]?.(text) ?? { [each]: text }),
  ) as object;

/** Names that a tool does not list are rejected separately, with another message. */
const isOwnRefusal = ({ structuredContent }: CallResult): boolean =>
  JSON.stringify(structuredContent).includes('There is no argument');

/** Posts of all kinds of authors, and some that do not exist. */
const key = fc.oneof(
  fc.integer({ min: 1, max: 2005 }).map(String),
  fc.constantFrom('0', '01', 'x', '1.0', ' 1'),
);

describe('Any request over HTTP and by tools (threats, property 5)', () => {
  it('allows, responds and rejects alike on an index (C11.2)', async () => {
    await fc.assert(
      fc.asyncProperty(account, parameters, async (as, pairs) => {
        // Two filters are one argument, of which the last would win.
        const sent = pairs.filter(
          ([each], at) =>
            each !== '__proto__' &&
            (!each.startsWith('filter[') ||
              pairs.findIndex(([other]) => other.startsWith('filter[')) === at),
        );
        const response = await demo.get(`/posts?${asQuery(sent)}`, as);
        const result = await new Agent(demo, as).call('posts-index-tool', asArguments(sent));
        expect(result.isError ?? false).toBe(response.status >= 400);
        if (result.content.length <= 2 && !isOwnRefusal(result))
          expect(result.structuredContent).toEqual(response.body);
      }),
      EXAMPLES,
    );
  });

  it('shows, changes and rejects a record alike (C11.2)', async () => {
    await fc.assert(
      fc.asyncProperty(
        account,
        key,
        fc.constantFrom('', 'x'.repeat(201), null),
        async (as, id, title) => {
          const agent = new Agent(demo, as);
          const path = `/posts/${encodeURIComponent(id)}`;
          const shown = await demo.get(path, as);
          expect((await agent.call('posts-show-tool', { id })).structuredContent).toEqual(
            shown.body,
          );
          // None of these titles is taken, so that the records stay unchanged.
          const changed = await demo.send(path, { method: 'PATCH', body: { title }, as });
          const result = await agent.call('posts-update-tool', { id, title });
          expect([result.isError, changed.status >= 400]).toEqual([true, true]);
          expect(withoutTimes(result.structuredContent)).toEqual(withoutTimes(changed.body));
        },
      ),
      EXAMPLES,
    );
  });
});
