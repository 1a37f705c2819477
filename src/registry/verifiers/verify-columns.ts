import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { FieldDraft, ResourceDraft } from '../draft/draft.js';
import { camelCase } from '../resources/names.js';
import { kindOfRelationship } from '../resources/relationship-kind.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';
import { findRelationship, prototypeNamesOf } from '../draft/entity-members.js';

/** Each field is a plain column of the entity. @contract C1.8 */
export const verifyColumns = eachResource(function* (draft) {
  if (!draft.table) return;
  for (const field of draft.fields)
    if (!field.column) yield findInstead(draft, field);
    else if (!field.column.mapped) yield unmapped(draft, field.name, field.column);
  yield* verifyOnce(draft);
  yield* verifyIdentifier(draft);
});

/** Requests and responses have a form for the values of a field. */
const unmapped = (draft: ResourceDraft, name: string, column: CompiledColumn): Finding =>
  faultAt(
    draft,
    name,
    `the column ${column.property} is ${column.databaseType}, for which there are no fields`,
    column.databaseType.endsWith('[]')
      ? 'a column of the type json or simple-array, or no field'
      : 'a column of another type, or no field',
  );

/** What the entity has under the name in place of a column, and how that is declared. */
function findInstead(draft: ResourceDraft, { name, options }: FieldDraft): Finding {
  const written = options.property ?? name;
  const member = draft.members.get(name);
  const isListed = member?.kind === 'field' && member.isListed;
  const relationship = findRelationship(draft.metadata, written);
  if (relationship)
    return faultAt(
      draft,
      name,
      `"${written}" is a relationship of the entity, not a column`,
      isListed
        ? `"${name}" in the relations of ResourceOf`
        : `@${kindOfRelationship(relationship)}() ${name}`,
    );
  if (isListed && draft.table!.columns.has(camelCase(name)))
    return faultAt(
      draft,
      name,
      `the list of ResourceOf cannot rename "${camelCase(name)}" to "${name}"`,
      `@Field() ${name}`,
    );
  if (
    prototypeNamesOf(draft.definition.entity).some(
      (own) => own === written || own === camelCase(written),
    )
  )
    return faultAt(
      draft,
      name,
      `"${written}" is a getter of the entity, not a column`,
      `@Forwarding() ${name}`,
    );
  const columns = draft.table!.columns.keys();
  return faultAt(
    draft,
    name,
    `the entity has no column "${written}"`,
    suggestName(written, columns),
  );
}

function* verifyOnce(draft: ResourceDraft): Iterable<Finding> {
  const fields = new Map<string, string>();
  for (const { name, column } of draft.fields) {
    if (!column) continue;
    const first = fields.get(column.property);
    if (first === undefined) fields.set(column.property, name);
    else
      yield faultAt(
        draft,
        name,
        `"${first}" is a field of the same column, ${column.property}`,
        'one field for a column',
      );
  }
}

/** `id` in a response is the record's key, so a field of that name must be the key. */
function* verifyIdentifier(draft: ResourceDraft): Iterable<Finding> {
  const [key] = draft.table!.keys;
  const field = draft.fields.find(({ name, column }) => name === 'id' && column && column !== key);
  if (field && key)
    yield faultAt(
      draft,
      'id',
      `"id" is the record's key, and ${field.column!.property} is not`,
      `property: '${key.property}', or another name`,
    );
}
