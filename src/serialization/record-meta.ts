import type { RecordFlags } from '../pipeline/authorization/record-flags.js';
import type { LoadedNode } from '../database/read/loaded.js';
import type { RelationPlan } from '../pipeline/planning/query-plan.js';

/** What is known about the records of a node besides their rows. */
export interface RecordMeta {
  /** Returns flags by key, or `undefined` where the records of the node have no flags. */
  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined;
  /**
   * Returns the values of callables and forwarded attributes as JSON: member -> key -> JSON. A
   * missing value is null.
   */
  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  /** Whether the file of this path, stored in an image column, does not exist. */
  isMissing(path: string): boolean;
  /**
   * Returns where the relations of a record continue, or `undefined` where the records of the node
   * carry no such links.
   * @contract C3.3
   */
  more(node: LoadedNode): MoreLink | undefined;
}

/** Returns the link to further records of a relation of the record with this key. */
export type MoreLink = (relation: RelationPlan, key: string) => string;
