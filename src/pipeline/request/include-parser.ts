import { readColumns } from './fields-parser.js';
import type { DraftNode, IncludeTree } from './include-tree.js';
import { refusal } from './refusal.js';
import { StringCursor } from './string-cursor.js';

/**
 * Adds `posts[title|body].comments,roles` to the tree. An empty string adds nothing.
 *
 * @param depth levels that a path may have
 * @contract C5.1, C5.3
 * @throws `invalid_query` if the value breaks the grammar, or a path is longer than `depth`
 */
export function parseInclude(
  tree: IncludeTree,
  parameter: string,
  input: string,
  depth: number,
): void {
  if (input === '') return;
  const cursor = new StringCursor(parameter, input);
  let hasColumns: boolean;
  do {
    hasColumns = readPath(cursor, tree, depth);
  } while (cursor.takeSeparator(','));
  cursor.expectEnd(hasColumns ? '".", "," or the end' : '".", ",", "[" or the end');
}

/** Returns whether the last relation of the path has a column list. */
function readPath(cursor: StringCursor, tree: IncludeTree, depth: number): boolean {
  let siblings = tree.roots;
  let hasColumns: boolean;
  let level = 0;
  do {
    const written = cursor.readName('a relation');
    if (++level > depth) throw tooDeep(cursor.parameter, level, depth, written.position);
    const node = tree.getNode(siblings, written, cursor.parameter);
    hasColumns = readColumnList(cursor, node);
    siblings = node.children;
  } while (cursor.takeSeparator('.'));
  return hasColumns;
}

/** A mention without a column list does not change the lists of other mentions. */
function readColumnList(cursor: StringCursor, node: DraftNode): boolean {
  if (!cursor.takeBracket()) return false;
  node.columns = readColumns(cursor, node.columns ?? undefined);
  cursor.expect(']', '",", "|" or "]"');
  return true;
}

function tooDeep(parameter: string, level: number, depth: number, position: number): Error {
  const message = `"${parameter}" reaches level ${level} at position ${position}; relations can be nested at most ${depth} levels deep.`;
  return refusal('include', message);
}

/**
 * Refuses a tree with too many relations, regardless of the parameters that named them.
 *
 * @contract C5.3
 * @throws `invalid_query` under `include`
 */
export function verifyNodes(tree: IncludeTree, maximum: number): void {
  if (tree.nodes <= maximum) return;
  throw refusal(
    'include',
    `The request includes ${tree.nodes} relations, counting each once; the maximum is ${maximum}.`,
  );
}
