import { allowedNames } from '../errors/index.js';
import type { DraftNode, IncludeTree } from './include-tree.js';
import type { NamedMatch } from './match-name-parser.js';
import { quoted, refusal, shown } from './refusal.js';
import { isMatchOperator, operatorNames, type MatchOperator } from './match-operators.js';
import type { WrittenMatch, WrittenName } from './resource-query.js';

/** Matches of the main resource's fields; those of included relations hang on their nodes. */
export type OwnMatches = readonly WrittenMatch[];

/**
 * Tells what each name in brackets means, once the include tree is known: the relation of a node, a
 * field, an operator.
 *
 * @contract C5.1, C5.2
 * @throws `invalid_query` where a relation is not included, an operator is unknown, or the same is
 * asked twice
 */
export function placeMatches(tree: IncludeTree | null, matches: readonly NamedMatch[]): OwnMatches {
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
 * Says of a relation that the request does not load why nothing narrows or orders it.
 * @contract C5.2
 */
export function notIncluded(path: string, tree: IncludeTree | null): string {
  const hint = `${quoted(path)} is no relation that this request includes; name it in "include" as well.`;
  return hint + allowedNames(shown(path), tree?.paths ?? []);
}

function getOperator(parameter: string, written: WrittenName): MatchOperator {
  if (isMatchOperator(written.name)) return written.name;
  throw refusal(parameter, noOperator(written));
}

function noOperator({ name, position }: WrittenName): string {
  const hint = `${quoted(name)} at position ${position} of its name is no operator.`;
  return hint + allowedNames(shown(name), operatorNames());
}

function verifyOnce(given: Map<string, string>, match: WrittenMatch, path: string): void {
  const asked = [path, match.field, match.negated, match.operator].join(' ');
  const other = given.get(asked);
  given.set(asked, match.parameter);
  if (other === undefined) return;
  if (other === match.parameter)
    throw refusal(other, `${quoted(other)} is given twice; it may stand once.`);
  throw refusal(
    match.parameter,
    `${quoted(match.parameter)} asks the same as ${quoted(other)}; give one of them.`,
  );
}
