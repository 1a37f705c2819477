import { memberListsOf } from '../../definition/store/definition-store.js';
import { camelCase } from '../resources/names.js';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

const optionNames = ['fields', 'searchable', 'sortable', 'matchable', 'relations'] as const;

/**
 * The list of `ResourceOf` names members once, by lists of strings, and each relation in it is a
 * relationship of the entity. The compiler checks it too, unless the resource is in JavaScript.
 */
export const verifyMemberLists = eachResource(function* (draft) {
  for (const list of memberListsOf(draft.definition)) {
    for (const name of Object.keys(list))
      if (!(optionNames as readonly string[]).includes(name))
        yield faultAt(
          draft,
          '',
          `ResourceOf has no option "${name}"`,
          suggestName(name, optionNames),
        );
    const { fields = [], relations = [] } = list;
    for (const name of relations)
      if (fields.includes(name))
        yield faultAt(draft, name, 'the member is in both "fields" and "relations"', 'one of them');
    for (const option of ['searchable', 'sortable', 'matchable'] as const)
      for (const name of list[option] ?? [])
        if (!fields.includes(name))
          yield faultAt(
            draft,
            name,
            `the member is in "${option}" of ResourceOf, but not in "fields"`,
            `"${name}" in both`,
          );
  }
  for (const [key, { kind }] of draft.members)
    if (kind === 'listed relation' && !draft.relations.some((relation) => relation.key === key))
      yield* findInstead(draft, key);
});

/** What the entity has under the name in place of a relationship. */
function* findInstead(draft: ResourceDraft, key: string): Iterable<Finding> {
  if (!draft.metadata) return;
  const { relations } = draft.metadata;
  const names = relations.map(({ propertyName }) => propertyName);
  if (draft.table?.columns.has(key))
    yield faultAt(
      draft,
      key,
      `"${key}" is a column of the entity, not a relationship`,
      `"${key}" in the fields of ResourceOf`,
    );
  else if (names.includes(camelCase(key)))
    yield faultAt(
      draft,
      key,
      `the list of ResourceOf cannot rename "${camelCase(key)}" to "${key}"`,
      `the decorator of the relation, with relationship: '${camelCase(key)}'`,
    );
  else
    yield faultAt(
      draft,
      key,
      `TypeORM knows no relationship "${key}" of the entity`,
      `${suggestName(key, names)}, or the decorator of the relation if it is a morph`,
    );
}
