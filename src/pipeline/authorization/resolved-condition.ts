import type { Comparison, TextPlace } from '../../definition/contracts/condition.js';
import type {
  CompiledColumn,
  CompiledTable,
  Join,
} from '../../registry/resources/compiled-resource.js';

/**
 * A condition whose names are resolved to columns and joins: all that SQL needs, independent of the
 * user.
 */
export type ResolvedCondition =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'compare';
      readonly column: CompiledColumn;
      readonly comparison: Comparison;
      readonly value: unknown;
    }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ResolvedCondition[] }
  | { readonly kind: 'not'; readonly condition: ResolvedCondition }
  | {
      readonly kind: 'related';
      readonly join: Join;
      readonly table: CompiledTable;
      readonly condition: ResolvedCondition;
      /** How many related rows must match. Defaults to one. */
      readonly atLeast?: number;
    }
  | {
      readonly kind: 'holds';
      readonly column: CompiledColumn;
      readonly place: TextPlace;
      readonly text: string;
    }
  | {
      readonly kind: 'sql';
      readonly parts: readonly string[];
      readonly values: readonly (SqlColumn | SqlValue)[];
    };

export interface SqlColumn {
  readonly column: CompiledColumn;
}
export interface SqlValue {
  readonly value: unknown;
}

export const EVERYTHING: ResolvedCondition = Object.freeze({ kind: 'everything' });
export const NOTHING: ResolvedCondition = Object.freeze({ kind: 'nothing' });

/** Returns a condition that holds if all conditions hold. */
export function allOf(conditions: readonly ResolvedCondition[]): ResolvedCondition {
  if (conditions.some(({ kind }) => kind === 'nothing')) return NOTHING;
  const restricting = conditions.filter(({ kind }) => kind !== 'everything');
  return restricting.length < 2
    ? (restricting[0] ?? EVERYTHING)
    : { kind: 'and', conditions: restricting };
}

/** Returns a condition that holds if one of the conditions holds. */
export function anyOf(conditions: readonly ResolvedCondition[]): ResolvedCondition {
  if (conditions.some(({ kind }) => kind === 'everything')) return EVERYTHING;
  const possible = conditions.filter(({ kind }) => kind !== 'nothing');
  return possible.length < 2 ? (possible[0] ?? NOTHING) : { kind: 'or', conditions: possible };
}

/** Whether the condition searches strings of rows, so that no index can find them. */
export function searchesText(condition: ResolvedCondition): boolean {
  if (condition.kind === 'holds') return true;
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.conditions.some(searchesText);
  return condition.kind === 'not' && searchesText(condition.condition);
}
