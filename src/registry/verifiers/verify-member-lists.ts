import { findMemberList, memberListsOf } from '../../definition/definition-store.js';
import { fieldLists, type FieldList } from '../../definition/field-lists.js';
import { camelCase } from '../names.js';
import type { ResourceDraft } from '../draft.js';
import { suggestName } from '../suggest-name.js';
import type { Finding } from '../verifier.js';
import { eachResource, faultAt } from './each-resource.js';

const listNames = Object.keys(fieldLists) as FieldList[];
const optionNames = ['fields', ...listNames, 'relations'];

/**
 * The list of `ResourceOf` names members once, by lists of strings, and each relation in it is a
 * relationship of the entity. The compiler checks it too, unless the resource is in JavaScript.
 */
export const verifyMemberLists = eachResource(function* (draft) {
  for (const list of memberListsOf(draft.definition)) {
    for (const name of Object.keys(list))
      if (!optionNames.includes(name))
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
    for (const option of listNames)
      for (const name of list[option] ?? [])
        if (!fields.includes(name))
          yield faultAt(
            draft,
            name,
            `the member is in "${option}" of ResourceOf, but not in "fields"`,
            `"${name}" in both`,
          );
  }
  yield* findReplaced(draft);
  for (const [key, { kind }] of draft.members)
    if (kind === 'listed relation' && !draft.relations.some((relation) => relation.key === key))
      yield* findInstead(draft, key);
});

/**
 * Options of the list that the decorator of a field replaces. A child class may replace those of a
 * parent.
 */
function* findReplaced(draft: ResourceDraft): Iterable<Finding> {
  const list = findMemberList(draft.definition) ?? {};
  for (const option of listNames)
    for (const name of list[option] ?? []) {
      const member = draft.members.get(name);
      if (member?.kind !== 'field' || member.isListed) continue;
      const options = fieldLists[option].map((each) => `${each}: true`).join(', ');
      yield faultAt(
        draft,
        name,
        `its decorator replaces the option that "${option}" of ResourceOf sets`,
        `${options} in the decorator, and leave "${name}" out of "${option}"`,
      );
    }
}

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
