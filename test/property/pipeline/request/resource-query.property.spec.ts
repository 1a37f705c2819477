import fc from 'fast-check';
import { RequestError } from '../../../../src/base/errors/index.js';
import { defaultLimits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import type { IncludeNode } from '../../../../src/pipeline/request/resource-query.js';
import { examples } from '../../../support/examples.js';

/** Large enough for every generated tree. */
const wide = { ...defaultLimits, includeDepth: 8, includeNodes: 1_000_000 };

interface Tree {
  readonly name: string;
  readonly columns: readonly string[] | null;
  readonly children: readonly Tree[];
}

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{1,8}$/),
  fc.constantFrom('__proto__', 'constructor', 'then', 'posts'),
);
const columns = fc.option(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }));
const distinct = { selector: (tree: Tree) => tree.name, maxLength: 4 };
const leaf: fc.Arbitrary<Tree> = fc.record({ name, columns, children: fc.constant([]) });
const tree = (depth: number): fc.Arbitrary<Tree> =>
  depth === 1
    ? leaf
    : fc.record({ name, columns, children: fc.uniqueArray(tree(depth - 1), distinct) });
const forest = fc.uniqueArray(tree(3), distinct);

/**
 * One path for each leaf, so that a parent is named, with its list, once for each of its leaves.
 */
function paths({ name: own, columns: list, children }: Tree, separator: string): string[] {
  const segment = list ? `${own}[${list.join(separator)}]` : own;
  if (children.length === 0) return [segment];
  return children.flatMap((child) => paths(child, separator)).map((path) => `${segment}.${path}`);
}

function treeOf({ name: own, columns: list, children }: IncludeNode): Tree {
  return {
    name: own,
    columns: list?.map((column) => column.name) ?? null,
    children: children.map(treeOf),
  };
}

function refusalOf(query: string): RequestError {
  try {
    parseResourceQuery(query, 'index', wide);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error(`The query was taken: ${query}`);
}

const grammar = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    '.',
    ',',
    '|',
    '[',
    ']',
    '-',
    '1',
    '0',
    '%5B',
    '%',
    '%00',
    '+',
    '&',
    '=',
    '\uD800',
    'ß',
    ' ',
  ),
  maxLength: 60,
});
const known = fc.constantFrom(
  'include=',
  'related=',
  'fields[a]=',
  'fields[',
  'page=',
  'page[size]=',
  'relatablePerPage=',
  'sort=',
  'sort[a]=',
  'filter[a]=',
  'filter[a][',
  'filters=',
  'search=',
  'cursor=',
  '-a=',
  '',
);

describe('Any query string', () => {
  it.each([
    ['any string', fc.string({ unit: 'binary', maxLength: 200 })],
    [
      'a string near the grammar',
      fc
        .array(
          fc.tuple(known, grammar).map(([key, value]) => key + value),
          { maxLength: 4 },
        )
        .map((all) => all.join('&')),
    ],
  ])(
    'results in a query or a 400 whose messages are short and well-formed: %s (C5.2, C1.7)',
    (_kind, text) => {
      fc.assert(
        fc.property(text, fc.constantFrom('index', 'show', 'none'), (query, operation) => {
          try {
            expect(
              parseResourceQuery(query, operation, defaultLimits).page.number,
            ).toBeGreaterThanOrEqual(1);
          } catch (error) {
            if (!(error instanceof RequestError)) throw error;
            const [[key, [message]]] = Object.entries(error.errors ?? {}) as [[string, [string]]];
            expect([error.status, error.code]).toEqual([400, 'invalid_query']);
            expect(key.length).toBeLessThanOrEqual(41);
            expect(message.length).toBeLessThan(400);
            expect(/[\0\p{Surrogate}]/u.test(key + message)).toBe(false);
          }
        }),
        examples(500),
      );
    },
  );

  it('results in the same tree after it was printed and parsed, also split over both parameters (C5.1)', () => {
    fc.assert(
      fc.property(forest, fc.constantFrom(',', '|', '%7C'), fc.nat(), (trees, separator, seed) => {
        const all = trees.flatMap((root) => paths(root, separator));
        const cut = seed % (all.length + 1);
        for (const query of [
          `include=${all.join()}`,
          `include=${all.slice(0, cut).join()}&related=${all.slice(cut).join()}`,
        ]) {
          expect(parseResourceQuery(query, 'show', wide).include.map(treeOf)).toEqual(trees);
        }
      }),
    );
  });

  it('has the position of every name in its parameter (C5.2)', () => {
    fc.assert(
      fc.property(forest, (trees) => {
        const text = trees.flatMap((root) => paths(root, ',')).join();
        const context = (node: IncludeNode): void => {
          for (const written of [node, ...(node.columns ?? [])])
            expect(text.startsWith(written.name, written.position)).toBe(true);
          node.children.forEach(context);
        };
        parseResourceQuery(`include=${text}`, 'show', wide).include.forEach(context);
      }),
    );
  });

  it('ignores blanks around its separators except for positions (C5.2)', () => {
    fc.assert(
      fc.property(
        forest,
        fc.constantFrom(' ', '  '),
        fc.constantFrom(' ', ''),
        (trees, before, after) => {
          const text = trees.flatMap((root) => paths(root, '|')).join();
          const spaced = text.replace(/[,.|]/g, (mark) => before + mark + after);
          const read = (include: string): unknown =>
            JSON.parse(
              JSON.stringify(
                parseResourceQuery(`include=${encodeURIComponent(include)}`, 'show', wide).include,
              ),
              (key, value: unknown) => (key === 'position' ? undefined : value),
            );
          expect(read(spaced)).toEqual(read(text));
        },
      ),
    );
  });

  it('is rejected at the position of a character inserted anywhere into a valid string (C5.2)', () => {
    const foreign = fc.constantFrom('!', 'ß', '🍋', '*', '(', '/', '"');
    fc.assert(
      fc.property(forest, fc.nat(), foreign, (trees, seed, character) => {
        const text = trees.flatMap((root) => paths(root, '|')).join();
        const position = seed % (text.length + 1);
        const query = encodeURIComponent(
          text.slice(0, position) + character + text.slice(position),
        );
        const { errors } = refusalOf(`include=${query}`);
        expect(errors?.include?.[0]).toContain(`at position ${position}, found "${character}".`);
      }),
    );
  });
});
