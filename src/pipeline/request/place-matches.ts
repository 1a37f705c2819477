import { allowedNames } from '../../base/errors/index.js';
import type { DraftNode, IncludeTree } from './include-tree.js';
import type { NamedMatch } from './match-name-parser.js';
import { quoted, refusal, shown } from './refusal.js';
import {
  isMatchOperator,
  operatorNames,
  takesList,
  type MatchOperator,
} from './match-operators.js';
import type { WrittenMatch, WrittenName } from './resource-query.js';
import { splitList } from './split-list.js';

/** Matches of the main resource's fields; the nodes hold those of included relations. */
export type OwnMatches = readonly WrittenMatch[];

/**
 * Resolves each name in brackets once the include tree is known: to the relation of a node, a field
 * or an operator.
 *
 * @param maxKeys the most keys that a match of `id` lists
 * @contract C5.1, C5.2, C17.2
 * @throws `invalid_query` if a relation is not included, an operator is unknown, a condition is
 * repeated, or too many keys are listed
 */
export function placeMatches(
  tree: IncludeTree | null,
  matches: readonly NamedMatch[],
  maxKeys: number,
): OwnMatches {
  const own: WrittenMatch[] = [];
  const given = new Map<string, string>();
  for (const { parameter, segments, value } of matches) {
    const { node, path, field, operator } = meaningOf(parameter, segments, tree);
    const negated = field.name.startsWith('-');
    const match: WrittenMatch = {
      parameter,
      field: negated ? field.name.slice(1) : field.name,
      negated,
      operator: operator === undefined ? null : getOperator(parameter, operator),
      value,
    };
    verifyOnce(given, match, path);
    verifyKeys(match, maxKeys);
    (node?.matches ?? own).push(match);
  }
  return own;
}

interface Meaning {
  readonly node?: DraftNode;
  readonly path: string;
  readonly field: WrittenName;
  readonly operator?: WrittenName | undefined;
}

function meaningOf(
  parameter: string,
  segments: readonly WrittenName[],
  tree: IncludeTree | null,
): Meaning {
  const [first, second, third] = segments as readonly [WrittenName, WrittenName?, WrittenName?];
  if (!second) return { path: '', field: first };
  const node = tree?.findNode(first.name);
  if (node) return { node, path: first.name, field: second, operator: third };
  if (!third && isMatchOperator(second.name)) return { path: '', field: first, operator: second };
  throw refusal(parameter, notIncluded(first.name, tree) + (third ? '' : ` ${noOperator(second)}`));
}

/**
 * Returns the message about a match or a sort of a relation that the request does not include.
 * @contract C5.2
 */
export function notIncluded(path: string, tree: IncludeTree | null): string {
  const message = `${quoted(path)} is not a relation that this request includes; add it to "include".`;
  return message + allowedNames(shown(path), tree?.paths ?? []);
}

function getOperator(parameter: string, written: WrittenName): MatchOperator {
  if (isMatchOperator(written.name)) return written.name;
  throw refusal(parameter, noOperator(written));
}

function noOperator({ name, position }: WrittenName): string {
  const message = `${quoted(name)} is not an operator (position ${position} of the parameter name).`;
  return message + allowedNames(shown(name), operatorNames());
}

function verifyOnce(given: Map<string, string>, match: WrittenMatch, path: string): void {
  const condition = [path, match.field, match.negated, match.operator].join(' ');
  const other = given.get(condition);
  given.set(condition, match.parameter);
  if (other === undefined) return;
  if (other === match.parameter)
    throw refusal(other, `${quoted(other)} is given twice; it may be given only once.`);
  throw refusal(
    match.parameter,
    `${quoted(match.parameter)} is the same condition as ${quoted(other)}; give only one of them.`,
  );
}

/** Spaces and empty items are checked where the type of the key is known. @contract C12 */
function verifyKeys({ parameter, field, operator, value }: WrittenMatch, max: number): void {
  if (field !== 'id' || !isList(operator)) return;
  const count = splitList(value, ',').length;
  if (count > max)
    throw refusal(parameter, `There are ${count} keys; a request can list at most ${max}.`);
}

const isList = (operator: MatchOperator | null): boolean =>
  operator === null || takesList(operator);
