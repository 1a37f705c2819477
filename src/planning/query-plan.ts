import type { ResolvedCondition } from '../authorization/resolved-condition.js';
import type { ResolvedOrder } from '../authorization/resolved-order.js';
import type {
  CompiledCallable,
  CompiledColumn,
  CompiledField,
  CompiledForwarding,
  CompiledRelation,
  CompiledResource,
} from '../registry/compiled-resource.js';

/** What is read of one resource: a node of a plan. */
export interface NodePlan {
  readonly resource: CompiledResource;
  /** The columns of a row, in order; the key is the first. */
  readonly select: readonly CompiledColumn[];
  /** The fields that are answered, with their places in the row. */
  readonly attributes: readonly PlannedAttribute[];
  /** The rows that the user may see. */
  readonly scope: ResolvedCondition;
  /** Which of them the request asks for. */
  readonly narrowing: ResolvedCondition;
  readonly order: ResolvedOrder;
  readonly relations: readonly RelationPlan[];
  /**
   * Those of the relations that the database writes: their JSON texts end the row, in this order.
   */
  readonly aggregated: readonly RelationPlan[];
  /** What is answered of the link that led to a row; a row has it behind its own columns. */
  readonly pivots: CompiledRelation['pivots'];
  /** Callables and forwarded attributes, which look at the loaded records. */
  readonly computed: readonly (CompiledCallable | CompiledForwarding)[];
  /**
   * The columns that policies and callables look at, record by record; none where they look at no
   * record.
   */
  readonly policyColumns: readonly CompiledColumn[];
}

export interface PlannedAttribute {
  readonly field: CompiledField;
  readonly index: number;
}

/** One relation level below a node. Its rows end with the pivot's columns and the parent's key. */
export interface RelationPlan extends NodePlan {
  readonly relation: CompiledRelation;
  /** The place in the parent's row of the value that joins. */
  readonly parentIndex: number;
  /** Rows a parent. */
  readonly limit: number;
  /** Is one row more read, to tell whether the parent has more? @contract C3.3 */
  readonly linksToMore: boolean;
  /** Is the resource's `show` asked before a row may be seen? */
  readonly filtered: boolean;
  /**
   * Could a record below be its own ancestor through this relation? Then the relation's key is left
   * out on it.
   */
  readonly circular: boolean;
}

/** One page of an index. */
export interface PagePlan extends NodePlan {
  readonly size: number;
  readonly place: PagePlace;
  /** Whose related records are paged; `null`: all records are. */
  readonly parent: PageParent | null;
  /**
   * Is the resource's `show` asked about each row before the page is cut? Then nothing counts the
   * total.
   */
  readonly filtered: boolean;
}

/**
 * Where a page begins: at a number, from 1, with or without a total; or behind the row that a
 * cursor tells of.
 */
export type PagePlace =
  | { readonly by: 'number'; readonly number: number; readonly counted: boolean }
  | {
      readonly by: 'cursor';
      /** The values of the last page's last row in the plan's order; `null` to start. */
      readonly after: readonly unknown[] | null;
    };

/** One record, whose related records are read. */
export interface PageParent {
  readonly relation: CompiledRelation;
  /** The value of its row that the relation is joined by. */
  readonly value: unknown;
}

/** One record by its key. */
export interface RecordPlan extends NodePlan {
  readonly key: string | number;
}
