import type {
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { ExactRow } from '../../database/write/exact-rows.js';
import type { ListedKey } from '../../pipeline/request/parse-key-list.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import type { RowValues } from '../../modules/action-log/snapshot.js';
import type { LinkedRecord, PivotLink } from '../../modules/relations/pivot-link.js';
import { unavailable, type LoggedChange } from './logged-change.js';

type RowsByRelated = ReadonlyMap<string, readonly RowValues[]>;

/** A logged change of a relation: its keys, and its pivot rows if they were kept. */
export class LoggedPivots {
  private readonly states = new Map<'before' | 'after', RowsByRelated>();
  private readonly removed: ReadonlySet<string>;
  private readonly written: ReadonlySet<string>;
  /** The key of the relation. */
  readonly relation: string;

  /** @throws RequestError `revert_unavailable` if the log row is not about a relation */
  constructor(private readonly change: LoggedChange) {
    const { row, snapshot } = change;
    const [first] = Object.keys({ ...row.original, ...row.changes });
    const relation = snapshot.pivots?.relation ?? first;
    if (relation === undefined) throw unavailable('its log row contains no relation');
    this.relation = relation;
    this.removed = keysIn(row.original[relation]);
    this.written = keysIn(row.changes[relation]);
  }

  /** Whether the rows were kept. Otherwise they consist of keys only, which the log contains. */
  get hasRows(): boolean {
    return this.change.snapshot.pivots !== undefined;
  }

  /** Returns all keys of the change. @throws RequestError `revert_unavailable` */
  listed({ keyColumn, key: resource }: CompiledResource): readonly ListedKey[] {
    return [...new Set([...this.removed, ...this.written])].map((string, place) => {
      const key = parseKey(string, keyColumn);
      if (key === undefined) throw unavailable(`"${string}" is not a key of ${resource} any more`);
      return { key, place, values: {} };
    });
  }

  /** Whether the pair had rows before the change. */
  wasAttached(link: PivotLink, one: LinkedRecord): boolean {
    return this.hasRows
      ? this.rows('before', link, one).length > 0
      : this.removed.has(String(one.listed.key));
  }

  /** Whether the pair had rows after the change. */
  becameAttached(one: LinkedRecord): boolean {
    return this.written.has(String(one.listed.key));
  }

  /** Returns the rows of a pair before or after the change; none if they were not kept. */
  rows(state: 'before' | 'after', { context }: PivotLink, one: LinkedRecord): readonly RowValues[] {
    const known = this.states.get(state) ?? this.group(state, context.relation.join.related);
    this.states.set(state, known);
    return known.get(String(one.value)) ?? [];
  }

  /** Returns the rows of a pair before the change, as the database had them. */
  exactRows(link: PivotLink, one: LinkedRecord): readonly ExactRow[] {
    const { before = [], rows = [] } = this.change.snapshot.pivots ?? {};
    const own = new Set(this.rows('before', link, one));
    return rows.filter((_row, at) => own.has(before[at]!));
  }

  private group(state: 'before' | 'after', { name }: CompiledColumn): RowsByRelated {
    const groups = new Map<string, RowValues[]>();
    for (const row of this.change.snapshot.pivots?.[state] ?? []) {
      const related = String(row[name]);
      groups.set(related, [...(groups.get(related) ?? []), row]);
    }
    return groups;
  }
}

const keysIn = (keys: unknown): ReadonlySet<string> =>
  new Set(Array.isArray(keys) ? keys.map(String) : []);
