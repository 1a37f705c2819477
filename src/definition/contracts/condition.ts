import type { Columns, ElementOf, Loaded, Plain } from '../../base/types/compile-time.js';

declare const ENTITY: unique symbol;

export type Comparison = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin';

/**
 * Which rows are meant, as data: it becomes SQL with bound values.
 * Build it with the functions of this file; `Entity` only serves the compiler.
 */
export type Condition<Entity = unknown> = ConditionNode & {
  readonly [ENTITY]?: (entity: Entity) => void;
};

/** The rows of a resource that a user may see. */
export type Scope<Entity> = Condition<Entity>;

export type ConditionNode =
  | { readonly kind: 'everything' }
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'compare';
      readonly property: string;
      readonly comparison: Comparison;
      readonly value: unknown;
    }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly ConditionNode[] }
  | { readonly kind: 'not'; readonly condition: ConditionNode }
  | {
      readonly kind: 'exists';
      readonly relation: string;
      readonly condition: ConditionNode;
      /** How many related rows must match; defaults to one. */
      readonly atLeast?: number;
    }
  | {
      readonly kind: 'holds';
      readonly property: string;
      readonly place: TextPlace;
      readonly text: string;
    }
  | { readonly kind: 'visible'; readonly through: string }
  | { readonly kind: 'present'; readonly through: string }
  | {
      readonly kind: 'sql';
      readonly parts: readonly string[];
      readonly values: readonly unknown[];
    };

/** Where a string must occur in the value of a column. */
export type TextPlace = 'anywhere' | 'start';

/** A comparison other than equality: `where({ age: gte(18) })`. */
export class Operator<Value> {
  constructor(
    readonly comparison: Comparison,
    readonly value: Value | readonly Value[],
  ) {}
}

export const differs = <Value>(value: Value) => new Operator<Value>('ne', value);
export const gt = <Value>(value: Value) => new Operator<Value>('gt', value);
export const gte = <Value>(value: Value) => new Operator<Value>('gte', value);
export const lt = <Value>(value: Value) => new Operator<Value>('lt', value);
export const lte = <Value>(value: Value) => new Operator<Value>('lte', value);
export const notIn = <Value>(values: readonly Value[]) => new Operator<Value>('nin', values);

type Wanted<Value> = Value | readonly Value[] | Operator<NonNullable<Value>>;

/**
 * Plain columns of the entity, at least one: `null` is IS NULL, a list is IN. An empty one would be
 * the whole table.
 */
export type Match<Entity> = {
  [K in Columns<Entity>]: { [P in K]: Wanted<Entity[P]> } & {
    [P in Columns<Entity>]?: Wanted<Entity[P]>;
  };
}[Columns<Entity>];

/** Every row. */
export const everything = (): Condition => ({ kind: 'everything' });

/** No row. */
export const nothing = (): Condition => ({ kind: 'nothing' });

/**
 * Rows that match one of the alternatives; all members of an alternative hold.
 *
 * @throws TypeError when an alternative is empty or compares with `undefined`
 */
export function where<Entity>(
  ...alternatives: [NoInfer<Match<Entity>>, ...NoInfer<Match<Entity>>[]]
): Condition<Entity> {
  const compared = alternatives.map((match) => allOf(match as Readonly<Record<string, unknown>>));
  return compared.length === 1 ? compared[0]! : { kind: 'or', conditions: compared };
}

/** Rows for which all of the conditions hold. */
export const and = <Entity>(...conditions: readonly Condition<Entity>[]): Condition<Entity> => ({
  kind: 'and',
  conditions,
});

/** Rows for which one of the conditions holds. */
export const or = <Entity>(...conditions: readonly Condition<Entity>[]): Condition<Entity> => ({
  kind: 'or',
  conditions,
});

/**
 * Rows for which the condition does not hold; a comparison with a null column does not hold, so its
 * negation does.
 */
export const not = <Entity>(condition: Condition<Entity>): Condition<Entity> => ({
  kind: 'not',
  condition,
});

type RelatedEntity<Entity, Relation extends keyof Entity> = [ElementOf<Entity[Relation]>] extends [
  never,
]
  ? Loaded<Entity[Relation]>
  : ElementOf<Entity[Relation]>;
type RelationKeys<Entity> = {
  [K in keyof Entity & string]: NonNullable<Entity[K]> extends NonNullable<Plain> ? never : K;
}[keyof Entity & string];

/**
 * Rows with at least one related row that matches: `exists<User, 'roles'>('roles', where({ name:
 * 'editor' }))`.
 */
export function exists<Entity, Relation extends RelationKeys<Entity> = RelationKeys<Entity>>(
  relation: Relation,
  condition: Condition<RelatedEntity<Entity, Relation>> = everything(),
): Condition<Entity> {
  return { kind: 'exists', relation, condition };
}

/** Rows with at least so many related rows that match: `hasAtLeast<User, 'posts'>('posts', 3)`. */
export function hasAtLeast<Entity, Relation extends RelationKeys<Entity> = RelationKeys<Entity>>(
  relation: Relation,
  count: number,
  condition: Condition<RelatedEntity<Entity, Relation>> = everything(),
): Condition<Entity> {
  return { kind: 'exists', relation, condition, atLeast: count };
}

type TextColumns<Entity> = {
  [K in Columns<Entity>]: NonNullable<Entity[K]> extends string ? K : never;
}[Columns<Entity>];

/**
 * Rows whose column holds the text somewhere; upper and lower case are the same, and no character
 * is special.
 * @contract C5.8
 */
export const contains = <Entity>(
  property: TextColumns<Entity>,
  text: string,
): Condition<Entity> => ({
  kind: 'holds',
  property,
  place: 'anywhere',
  text,
});

/** Rows whose column begins with the text, compared as {@link contains} does. */
export const startsWith = <Entity>(
  property: TextColumns<Entity>,
  text: string,
): Condition<Entity> => ({
  kind: 'holds',
  property,
  place: 'start',
  text,
});

/**
 * Rows whose related record the user may see: through a relation of the resource, or through a
 * morph by its name (`visibleThrough('commentable')`: comments of the posts and videos that the
 * user may see).
 */
export const visibleThrough = (through: string): Condition => ({ kind: 'visible', through });

/** Rows whose record on the other side of the relation or morph exists, seen or not. */
export const presentThrough = (through: string): Condition => ({ kind: 'present', through });

/**
 * A piece of SQL as the last resort: sql`lower(${column('name')}) = ${name}`. What is in braces
 * is bound, never part of the SQL; {@link column} names a column of the row.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): Condition {
  return { kind: 'sql', parts: [...parts], values };
}

/** A column of the row inside {@link sql}, by its property. */
export class ColumnReference {
  constructor(readonly property: string) {}
}
export const column = (property: string) => new ColumnReference(property);

function allOf(match: Readonly<Record<string, unknown>>): ConditionNode {
  const conditions = Object.entries(match).map(([property, wanted]) => compare(property, wanted));
  if (conditions.length === 0)
    throw new TypeError('A condition without members would be the whole table: say everything().');
  return conditions.length === 1 ? conditions[0]! : { kind: 'and', conditions };
}

function compare(property: string, wanted: unknown): ConditionNode {
  const comparison =
    wanted instanceof Operator ? wanted.comparison : Array.isArray(wanted) ? 'in' : 'eq';
  const value: unknown = wanted instanceof Operator ? wanted.value : wanted;
  if (value === undefined || (Array.isArray(value) && value.includes(undefined)))
    throw new TypeError(`A condition compares ${property} with undefined.`);
  if (value === null && !takesNull.has(comparison))
    throw new TypeError(`A condition orders ${property} by null.`);
  if (Array.isArray(value) && value.includes(null))
    return compareWithNull(property, comparison, value);
  return { kind: 'compare', property, comparison, value };
}

const takesNull: ReadonlySet<Comparison> = new Set<Comparison>(['eq', 'ne']);

/** In SQL no list holds null: it is compared apart. */
function compareWithNull(
  property: string,
  comparison: Comparison,
  values: readonly unknown[],
): ConditionNode {
  const rest = values.filter((value) => value !== null);
  const isListed = comparison === 'in';
  return {
    kind: isListed ? 'or' : 'and',
    conditions: [
      { kind: 'compare', property, comparison: isListed ? 'eq' : 'ne', value: null },
      { kind: 'compare', property, comparison, value: rest },
    ],
  };
}
