import { camelCase, findByWireName } from '../resources/names.js';
import { nearest } from '../../base/errors/index.js';
import type { ResourceDraft } from '../draft/draft.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';

/**
 * A forwarded name is a column, a getter or a relationship of the entity. @spec Relation
 * definitions, forwarding
 */
export const verifyForwardings = eachResource(function* (draft) {
  if (!draft.table) return;
  const own = prototypeNamesOf(draft.definition.entity);
  for (const { key, definition } of draft.attributes) {
    if (definition.kind !== 'forwarding') continue;
    if (
      findByWireName(draft.table.columns, key) ||
      own.includes(key) ||
      own.includes(camelCase(key))
    )
      continue;
    yield faultAt(
      draft,
      key,
      `the entity has no column, getter or relationship "${key}" (a plain property cannot be seen)`,
      suggestForwarding(draft, key, own),
    );
  }
});

function suggestForwarding(
  { table, metadata }: ResourceDraft,
  key: string,
  own: readonly string[],
): string {
  const relationships = metadata!.relations.map(({ propertyName }) => propertyName);
  const meant = nearest(key, [...table!.columns.keys(), ...own, ...relationships]);
  return meant === undefined ? `a getter "${key}" in the entity, or @Callable()` : `"${meant}"`;
}
