import type { MatchOperator } from './match-operators.js';

/**
 * A name as it was written, and its position: the index of its first character in the decoded value
 * of its parameter.
 */
export interface WrittenName {
  readonly name: string;
  readonly position: number;
}

/** One step of an order. The `name` of `-user.name` is `user.name`. */
export interface WrittenSort extends WrittenName {
  readonly descending: boolean;
}

/** `sort=a,-b`, or `sort[<relation>]=a,-b` */
export interface SortList {
  readonly parameter: string;
  readonly steps: readonly WrittenSort[];
}

/** A value to compare a field with. */
export interface WrittenMatch {
  /**
   * The parameter as it was written: `status`, `-status`, `filter[status][in]`,
   * `filter[posts][status]`.
   */
  readonly parameter: string;
  readonly field: string;
  /** Whether the field has the prefix `-`. */
  readonly negated: boolean;
  /** `null` if the parameter names no operator; the field's type then decides how to read the value. */
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
  /** The columns in brackets; `null` without brackets, for the resource's default. */
  readonly columns: readonly WrittenName[] | null;
  /** The order of its records, by `sort[<relation>]`; `null` for the default. */
  readonly sort: SortList | null;
  /** Restricts the records to load, by `filter[<relation>][<field>]`. */
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
  /** Records per page; `null` for the resource's default, `all` for an export. @contract C17.3 */
  readonly size: number | 'all' | null;
}

/** How to find the total of pages. @contract C3.1 */
export const totalKinds = ['exact', 'estimated', 'none'] as const;
export type TotalKind = (typeof totalKinds)[number];

/** A parsed query string. Whether its names exist and are allowed is not checked yet. @contract C5 */
export interface ResourceQuery {
  readonly include: readonly IncludeNode[];
  readonly fields: FieldList | null;
  readonly page: PageQuery;
  /** The value of `cursor`, empty for the first page; `null` if pages have numbers. */
  readonly cursor: string | null;
  readonly total: TotalKind;
  /** Whether to list the relations that were cut at their page size. */
  readonly more: boolean;
  /** `null` without a search. */
  readonly search: string | null;
  readonly sort: SortList | null;
  /** Matches of the main resource's own fields. */
  readonly matches: readonly WrittenMatch[];
  readonly filters: readonly WrittenFilter[];
  /** Related records per parent; `null` for the default of the related resources. */
  readonly relatablePerPage: number | null;
  /** The uriKey of an action; `null` if the query names none. */
  readonly action: string | null;
  /** The parameters as they were written, decoded, in order; links are built from them. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** The operations that accept query strings; they decide on the allowed parameters. @contract C5.1 */
export type QueryOperation = 'index' | 'show' | 'index action' | 'show action' | 'none';
