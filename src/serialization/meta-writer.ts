import type { RecordFlags } from '../pipeline/authorization/record-flags.js';
import type { Row } from '../database/connection/database.js';
import { jsonString } from '../database/values/json-string.js';
import { rowKey, type LoadedNode } from '../database/read/loaded.js';
import type { RowWriter } from './column-writers.js';
import type { MoreLink, RecordMeta } from './record-meta.js';

/**
 * Returns a function that writes the `meta` of a row: its flags, and `more` where the node has
 * links. `null` if the records of the node have no meta.
 */
export function metaWriter(
  node: LoadedNode,
  recordMeta: RecordMeta,
): ((row: Row, key: string) => string) | null {
  const flags = recordMeta.flags(node);
  if (!flags) return null;
  const more = moreWriter(node, recordMeta.more(node));
  return (row, key) => {
    const json = flagsJson(flags.get(key)!);
    return more === null ? json : `${json.slice(0, -1)},"more":${more(row)}}`;
  };
}

/**
 * `{"posts":"/api/users/1/posts?…"}`: the relations of a record that were cut, and where they
 * continue.
 * @contract C3.3
 */
function moreWriter(node: LoadedNode, link: MoreLink | undefined): RowWriter | null {
  if (!link) return null;
  const linked = node.relations.filter(({ plan }) => plan.linksToMore);
  return (row) => {
    const cut = linked.filter(({ plan, cut }) => cut.has(String(row[plan.parentIndex])));
    const members = cut.map(
      ({ plan }) => `${jsonString(plan.relation.key)}:${jsonString(link(plan, rowKey(row)))}`,
    );
    return `{${members.join(',')}}`;
  };
}

const flagsJsonCache = new Map<RecordFlags, string>();

/** All records share the sixteen combinations of flags, so each is written once. */
function flagsJson(flags: RecordFlags): string {
  const known = flagsJsonCache.get(flags);
  if (known !== undefined) return known;
  const json = JSON.stringify(flags);
  flagsJsonCache.set(flags, json);
  return json;
}
