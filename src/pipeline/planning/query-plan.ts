import type { TotalKind } from '../request/resource-query.js';
import type { ResolvedCondition } from '../authorization/resolved-condition.js';
import type { ResolvedOrder } from '../authorization/resolved-order.js';
import type {
  CompiledCallable,
  CompiledColumn,
  CompiledComputed,
  CompiledField,
  CompiledForwarding,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';

/** What is read of one resource: a node of a plan. */
export interface NodePlan {
  readonly resource: CompiledResource;
  /** The columns of a row, in order; the key is the first. */
  readonly select: readonly CompiledColumn[];
  /** The fields of the response, with their indexes in the row. */
  readonly attributes: readonly PlannedAttribute[];
  /** The rows that the user may see. */
  readonly scope: ResolvedCondition;
  /** The rows that the request selects. */
  readonly narrowing: ResolvedCondition;
  readonly order: ResolvedOrder;
  readonly relations: readonly RelationPlan[];
  /** The relations that the database writes: their JSON strings end the row, in this order. */
  readonly aggregated: readonly RelationPlan[];
  /** The columns of the pivot row that the response contains. They follow the row's own columns. */
  readonly pivots: CompiledRelation['pivots'];
  /** Callables and forwarded attributes, which use the loaded records. */
  readonly computed: readonly (CompiledCallable | CompiledForwarding)[];
  /** The computed attributes of the response. They follow the stored ones. */
  readonly computedAttributes: readonly CompiledComputed[];
  /** The columns that policies and callables use of each record; empty if they use no record. */
  readonly policyColumns: readonly CompiledColumn[];
}

export interface PlannedAttribute {
  readonly field: CompiledField;
  readonly index: number;
}

/** One relation level below a node. Its rows end with the pivot's columns and the parent's key. */
export interface RelationPlan extends NodePlan {
  readonly relation: CompiledRelation;
  /** The index of the joining value in the parent's row. */
  readonly parentIndex: number;
  /** Rows per parent. */
  readonly limit: number;
  /** Whether one more row is read, to find out whether the parent has more. @contract C3.3 */
  readonly linksToMore: boolean;
  /** Whether `show` of the resource filters the rows. */
  readonly filtered: boolean;
  /**
   * Whether a record below could be its own ancestor through this relation. Then it does not have
   * the relation's key.
   */
  readonly circular: boolean;
}

/** One page of an index. */
export interface PagePlan extends NodePlan {
  readonly size: number;
  readonly place: PagePlace;
  /** The record whose related records are paged; `null` for all records. */
  readonly parent: PageParent | null;
  /**
   * Whether `show` of the resource filters the rows before the page is cut. Then the total is not
   * counted.
   */
  readonly filtered: boolean;
}

/**
 * Where a page begins: at a number, from 1, with or without a total, after a number of rows, or
 * after the row of a cursor.
 */
export type PagePlace =
  | { readonly by: 'number'; readonly number: number; readonly total: TotalKind }
  | { readonly by: 'offset'; readonly offset: number }
  | {
      readonly by: 'cursor';
      /** The values of the last page's last row in the plan's order; `null` to start. */
      readonly after: readonly unknown[] | null;
    };

/** A record whose related records are read. */
export interface PageParent {
  readonly relation: CompiledRelation;
  /** The value of its row that the relation is joined by. */
  readonly value: unknown;
}

/** Records by their keys. */
export interface RecordsPlan extends NodePlan {
  readonly keys: readonly (string | number)[];
}

/** One record by its key. */
export interface RecordPlan extends NodePlan {
  readonly key: string | number;
  /** Whether the version of the row is read too. @contract C13.1 */
  readonly versioned: boolean;
}
