import type { MatchType } from '../../registry/resources/compiled-resource.js';

/** An operator after a field: `filter[<field>][gte]`. */
interface OperatorRow {
  /** The types of matches that support it. */
  readonly types: readonly MatchType[];
  /** Whether it takes a comma-separated list. */
  readonly takesList: boolean;
}

const every: readonly MatchType[] = ['text', 'number', 'between', 'datetime', 'boolean'];
const ordered: readonly MatchType[] = ['text', 'number', 'between', 'datetime'];

/**
 * The operators by name, in the order in which messages list them. `conditionByOperator` in the
 * authorization layer implements them. @contract C5.6
 */
export const matchOperators = {
  eq: { types: every, takesList: false },
  gt: { types: ordered, takesList: false },
  gte: { types: ordered, takesList: false },
  lt: { types: ordered, takesList: false },
  lte: { types: ordered, takesList: false },
  in: { types: every, takesList: true },
  nin: { types: every, takesList: true },
  like: { types: ['text'], takesList: false },
} as const satisfies Readonly<Record<string, OperatorRow>>;

/** The name of an operator. @contract C5.6 */
export type MatchOperator = keyof typeof matchOperators;

const rows = (): readonly (readonly [MatchOperator, OperatorRow])[] =>
  Object.entries(matchOperators) as never;

export const isMatchOperator = (name: string): name is MatchOperator =>
  Object.hasOwn(matchOperators, name);

export const operatorNames = (): readonly MatchOperator[] => rows().map(([name]) => name);

/** Returns the operators that a type of match supports. @contract C5.6 */
export const operatorsOf = (type: MatchType): readonly MatchOperator[] =>
  rows()
    .filter(([, { types }]) => types.includes(type))
    .map(([name]) => name);

export const takesList = (name: MatchOperator): boolean => matchOperators[name].takesList;
