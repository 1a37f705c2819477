/** A name as it was written, and where: the index of its first character in the decoded value of its parameter. */
export interface WrittenName {
  readonly name: string;
  readonly position: number;
}

/** One relation of an include tree. */
export interface IncludeNode extends WrittenName {
  /** The parameter that named it: `include` or `related`. */
  readonly parameter: string;
  /** The columns in its brackets; `null` when it has none, and the resource's default applies. */
  readonly columns: readonly WrittenName[] | null;
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
  /** Related entries a parent; `null` when the request leaves it to the related resources. */
  readonly relatablePerPage: number | null;
  /** The parameters as they were written, decoded, in order: what links are made of. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** What takes a query string, and so which parameters it may hold. @contract C5.1 */
export type QueryOperation = 'index' | 'show' | 'none';
