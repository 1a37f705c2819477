import { defaultLimits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import type { IncludeNode } from '../../../../src/pipeline/request/resource-query.js';
import { refused } from './rejected.js';

const include = (query: string) => parseResourceQuery(query, 'index', defaultLimits).include;

/** A node without a sort and a match. */
const plain = { sort: null, matches: [] };

/** The tree in a canonical spelling: `posts[title](comments,tags)`. */
function outline(nodes: readonly IncludeNode[]): string {
  return nodes
    .map(
      (node) =>
        node.name + columnsOf(node) + (node.children.length ? `(${outline(node.children)})` : ''),
    )
    .join();
}

function columnsOf({ columns }: IncludeNode): string {
  return columns === null ? '' : `[${columns.map(({ name }) => name).join('|')}]`;
}

describe('include and related', () => {
  it.each([
    ['include=', '', 'an empty string loads nothing'],
    ['include=&include=posts', 'posts', 'and adds nothing'],
    ['include=posts,roles', 'posts,roles', 'several relations'],
    ['include=users.posts.comments', 'users(posts(comments))', 'nesting'],
    ['include=users.posts,users.roles', 'users(posts,roles)', 'a shared parent is one node'],
    ['include=posts[title|description]', 'posts[title|description]', 'columns separated by |'],
    ['include=posts[id,title,created_at]', 'posts[id|title|created_at]', 'columns separated by ,'],
    ['include=posts[id,title|body],roles', 'posts[id|title|body],roles', 'both separators'],
    [
      'include=users[name].posts[id|title].comments[comment]',
      'users[name](posts[id|title](comments[comment]))',
      'a list at every level',
    ],
    ['include=posts%5Btitle%7Cbody%5D%2Croles', 'posts[title|body],roles', 'everything encoded'],
    ['related=posts.tags', 'posts(tags)', 'related means the same'],
    ['include=posts.tags&related=roles,posts.comments', 'posts(tags,comments),roles', 'both merge'],
    [
      'include=posts&related=a&include=posts.tags&related=b',
      'posts(tags),a,b',
      'each may be given twice',
    ],
    ['include=posts[title],posts[body,title]', 'posts[title|body]', 'column lists unite'],
    ['include=posts[a,a|a]', 'posts[a]', 'a column is listed once'],
    ['include=posts,posts[title]', 'posts[title]', 'a mention without a list, before one'],
    [
      'include=posts[title],posts.tags',
      'posts[title](tags)',
      'a mention without a list, after one, does not widen it',
    ],
    [
      'include=__proto__[constructor].then,toString',
      '__proto__[constructor](then),toString',
      'no name is special',
    ],
    ['include=a-b_1.0', 'a-b_1(0)', 'names of letters, digits, _ and -'],
    ['include=a.b.c.d.e', 'a(b(c(d(e))))', 'five levels'],
  ])('read for %s the tree %s: %s (C5.1)', (query, tree) => {
    expect(outline(include(query))).toBe(tree);
  });

  it('keep the position of each name, and the parameter that named each relation first (C5.2)', () => {
    expect(include('include=posts[id|title].tags&related=roles,posts.tags')).toEqual([
      {
        name: 'posts',
        position: 0,
        parameter: 'include',
        columns: [
          { name: 'id', position: 6 },
          { name: 'title', position: 9 },
        ],
        ...plain,
        children: [
          {
            name: 'tags',
            position: 16,
            parameter: 'include',
            columns: null,
            ...plain,
            children: [],
          },
        ],
      },
      { name: 'roles', position: 0, parameter: 'related', columns: null, ...plain, children: [] },
    ]);
  });

  it.each([
    ['a,,b', 'Expected a relation at position 2, found ",".'],
    [',a', 'Expected a relation at position 0, found ",".'],
    ['a,', 'Expected a relation at position 2, found the end.'],
    ['a.', 'Expected a relation at position 2, found the end.'],
    ['a..b', 'Expected a relation at position 2, found ".".'],
    ['.a', 'Expected a relation at position 0, found ".".'],
    ['[a]', 'Expected a relation at position 0, found "[".'],
    ['posts[]', 'Expected a column at position 6, found "]".'],
    ['posts[a,]', 'Expected a column at position 8, found "]".'],
    ['posts[|a]', 'Expected a column at position 6, found "|".'],
    ['posts[a.b]', 'Expected ",", "|" or "]" at position 7, found ".".'],
    ['posts[a[b]]', 'Expected ",", "|" or "]" at position 7, found "[".'],
    ['posts[', 'The bracket "[" at position 5 is not closed; "]" is missing.'],
    ['a[b],posts[c,d', 'The bracket "[" at position 10 is not closed; "]" is missing.'],
    ['posts]', 'Expected ".", ",", "[" or the end at position 5, found "]".'],
    ['posts[a]]', 'Expected ".", "," or the end at position 8, found "]".'],
    ['posts[a][b]', 'Expected ".", "," or the end at position 8, found "[".'],
    ['posts[a]tags', 'Expected ".", "," or the end at position 8, found "tags".'],
    ['a|b', 'Expected ".", ",", "[" or the end at position 1, found "|".'],
  ])('are rejected with 400 for include=%s: %s (C5.2)', (value, message) => {
    expect(refused(`include=${value}`)).toEqual({
      status: 400,
      code: 'invalid_query',
      parameter: 'include',
      text: message,
    });
  });

  it.each([
    ['po%C3%9Fts', 2, 'ß'],
    ['a+b', 1, ' '],
    ['+a', 0, ' '],
    ['a[+b]', 2, ' '],
    ['a[b->c]', 4, '>'],
    ['a;drop', 1, ';'],
    ['a%F0%9F%8D%8B', 1, '🍋'],
    ['a*', 1, '*'],
  ])(
    'are rejected with 400 for include=%s: position %i and %j, and the allowed characters (C5.2)',
    (value, position, part) => {
      const { text } = refused(`include=${value}`);
      expect(text).toContain(`at position ${position}, found "${part}"`);
      expect(text).toContain('Names are made of letters');
    },
  );

  it('repeat at most 40 characters of the invalid part (C5.2)', () => {
    expect(refused(`related=a${'!'.repeat(41)}`)).toMatchObject({
      parameter: 'related',
      text: expect.stringContaining(`found "${'!'.repeat(40)}…".`),
    });
  });

  it('reject the sixth level, with the numbers and its position (C5.3, C12)', () => {
    expect(refused('include=a,a.b.c.d.e.f')).toMatchObject({
      parameter: 'include',
      text: '"include" reaches level 6 at position 12; relations can be nested at most 5 levels deep.',
    });
    expect(refused('related=a.b.c.d.e.f')).toMatchObject({
      parameter: 'include',
      text: expect.stringContaining('"related" reaches'),
    });
  });

  it('accept 20 nodes and reject 21, counted after merging, over both parameters (C5.3, C12)', () => {
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, offset) => `root.r${from + offset}`).join();
    expect(include(`include=${names(0, 10)}&related=${names(5, 19)}`)[0]?.children).toHaveLength(
      19,
    );
    expect(refused(`include=${names(0, 10)}&related=${names(5, 20)}`)).toMatchObject({
      parameter: 'include',
      text: 'The request includes 21 relations, counting each once; the maximum is 20.',
    });
  });

  it('use the limits of the options (C12)', () => {
    const limits = { ...defaultLimits, includeDepth: 1, includeNodes: 2 };
    expect(parseResourceQuery('include=a,b,a', 'show', limits).include).toHaveLength(2);
    expect(refused('include=a.b', 'show', limits).text).toContain('at most 1 levels');
    expect(refused('include=a,b,c', 'show', limits).text).toContain('the maximum is 2.');
  });
});
