import type { ResolvedCondition } from '../authorization/resolved-condition.js';
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
  readonly scope: ResolvedCondition;
  readonly relations: readonly RelationPlan[];
  /** Callables and forwarded attributes, which look at the loaded records. */
  readonly computed: readonly (CompiledCallable | CompiledForwarding)[];
  /** The columns that policies and callables look at, record by record; none where they look at no record. */
  readonly looked: readonly CompiledColumn[];
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
  /** The place in this row of the first pivot column. */
  readonly pivotIndex: number;
  /** Is the resource's `show` asked before a row may be seen? */
  readonly filtered: boolean;
  /** Could a record below be its own ancestor through this relation? Then the relation's key is left out on it. */
  readonly circular: boolean;
}

/** One page of an index. */
export interface PagePlan extends NodePlan {
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** One record by its key. */
export interface RecordPlan extends NodePlan {
  readonly key: string | number;
}
