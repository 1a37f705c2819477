import type { MatchOperator } from './match-operators.js';

/**
 * A name as it was written, and where: the index of its first character in the decoded value of its
 * parameter.
 */
export interface WrittenName {
  readonly name: string;
  readonly position: number;
}

/** One step of an order: `-user.name`, of which `name` is `user.name`. */
export interface WrittenSort extends WrittenName {
  readonly descending: boolean;
}

/** `sort=a,-b`, or `sort[<relation>]=a,-b` */
export interface SortList {
  readonly parameter: string;
  readonly steps: readonly WrittenSort[];
}

/** A value that a field is held against. */
export interface WrittenMatch {
  /**
   * The parameter as it was written: `status`, `-status`, `filter[status][in]`,
   * `filter[posts][status]`.
   */
  readonly parameter: string;
  readonly field: string;
  /** Does a `-` stand before the field? */
  readonly negated: boolean;
  /** `null` where the parameter names none, and the field's type says how its value is read. */
  readonly operator: MatchOperator | null;
  readonly value: string;
}

/** One entry of `filters=`. */
export interface WrittenFilter {
  readonly key: string;
  readonly value: unknown;
}

/** One relation of an include tree. */
export interface IncludeNode extends WrittenName {
  /** The parameter that named it: `include` or `related`. */
  readonly parameter: string;
  /** The columns in its brackets; `null` when it has none, and the resource's default applies. */
  readonly columns: readonly WrittenName[] | null;
  /** The order of its records, by `sort[<relation>]`; `null` for the default. */
  readonly sort: SortList | null;
  /** Which of its records are loaded, by `filter[<relation>][<field>]`. */
  readonly matches: readonly WrittenMatch[];
  readonly children: readonly IncludeNode[];
}

/** `fields[<resource_key>]=a,b` */
export interface FieldList {
  readonly parameter: string;
  readonly resource: string;
  readonly columns: readonly WrittenName[];
}

export interface PageQuery {
  /** From 1. */
  readonly number: number;
  /** Records a page; `null` when the request leaves it to the resource. */
  readonly size: number | null;
}

/** A query string, read: what it asks for, not yet whether it exists or is allowed. @contract C5 */
export interface ResourceQuery {
  readonly include: readonly IncludeNode[];
  readonly fields: FieldList | null;
  readonly page: PageQuery;
  /** The text of `cursor`, empty to start; `null` where pages have numbers. */
  readonly cursor: string | null;
  /** Is the total counted? */
  readonly counted: boolean;
  /** Are relations told that were cut at their page size? */
  readonly more: boolean;
  /** `null` for no search. */
  readonly search: string | null;
  readonly sort: SortList | null;
  /** Of the main resource's own fields. */
  readonly matches: readonly WrittenMatch[];
  readonly filters: readonly WrittenFilter[];
  /** Related entries a parent; `null` when the request leaves it to the related resources. */
  readonly relatablePerPage: number | null;
  /** The uriKey of an action; `null` where none is named. */
  readonly action: string | null;
  /** The parameters as they were written, decoded, in order: what links are made of. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** What takes a query string, and so which parameters it may hold. @contract C5.1 */
export type QueryOperation = 'index' | 'show' | 'index action' | 'show action' | 'none';
