import type { ActionScope } from '../../../registry/resources/compiled-resource.js';
import type { DescribedQuery } from '../../../modules/records/reading/query-catalogue.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { DescribedDeprecation } from '../../../registry/resources/deprecation.js';
import type { FieldKind } from '../openapi/schemas/field-kinds.js';

/** A resource as one caller may use it. @contract C17.1 */
export interface ResourceDescription {
  readonly key: string;
  readonly label: string;
  /** The attribute that names a record; `id` if no attribute does. */
  readonly titleField: string;
  readonly group: string | null;
  readonly fields: readonly DescribedField[];
  readonly relations: readonly DescribedRelation[];
  readonly actions: readonly DescribedAction[];
  readonly filters: readonly {
    readonly key: string;
    readonly name: string;
    /** The schema of the filter's value. */
    readonly schema: JsonSchema;
  }[];
  /** What lists can be sorted by: the key, columns, and columns of relations. */
  readonly sorts: readonly string[];
  /** The columns that `search` searches; those with a dot if the relation is loaded. */
  readonly searches: readonly string[];
  readonly matches: readonly (DescribedQuery['matches'][number] & {
    readonly schema: JsonSchema;
  })[];
  /** The media types of lists besides JSON; empty if exports are switched off. */
  readonly formats: readonly string[];
  readonly authorizedToStore: boolean;
}

/** A field, an input, a computed attribute or a pivot value. */
export interface DescribedField {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  /** Absent dates, replacements and links are null. @contract C17.7 */
  readonly deprecated: DescribedDeprecation | null;
  readonly kind: FieldKind;
  readonly nullable: boolean;
  /** Whether a new record needs it. */
  readonly required: boolean;
  /** Whether responses contain it. */
  readonly readable: boolean;
  /** Whether the caller can send it in a body. */
  readonly writable: boolean;
  /** The only values that are allowed; `null` if there are others. */
  readonly values: readonly unknown[] | null;
  /** The to-one relation whose key it contains; `null` for other fields. */
  readonly relation: string | null;
  /** What a body may contain if the field is writable, otherwise what responses contain. */
  readonly schema: JsonSchema;
}

export interface DescribedRelation {
  readonly key: string;
  /** The kind of the relation's declaration; `Computed` for data that code computes. */
  readonly kind: string;
  /** The key of the related resource; `null` for computed data. */
  readonly target: string | null;
  readonly many: boolean;
  readonly deprecated: DescribedDeprecation | null;
  readonly pivots: readonly DescribedField[];
  /** Whether the caller may attach some records to some record. */
  readonly attach: boolean;
  readonly detach: boolean;
  readonly sync: boolean;
}

export interface DescribedAction {
  readonly uriKey: string;
  readonly name: string;
  readonly description: string;
  readonly scope: ActionScope;
  readonly deprecated: DescribedDeprecation | null;
  readonly destructive: boolean;
  /** The schema of the payload, without the keys of records. */
  readonly schema: JsonSchema;
}
