import type { ValueType } from '../resources/compiled-resource.js';
import type { FieldDraft, ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

/** Columns whose values have no order that every database shares. */
const unordered: readonly ValueType[] = ['json', 'binary'];
const searched: readonly ValueType[] = ['text'];

type Option = 'searchable' | 'sortable' | 'matchable';
const options: readonly Option[] = ['searchable', 'sortable', 'matchable'];

/**
 * Fields that can be searched, sorted or matched are in responses, and their columns allow it.
 * @contract C5.9
 */
export const verifyQueries = eachResource(function* (draft) {
  for (const field of draft.fields) {
    yield* verifyShown(draft, field);
    const type = field.column?.type;
    if (type === undefined) continue;
    if (field.options.searchable && !searched.includes(type))
      yield faultAt(
        draft,
        field.name,
        `only text can be searched, but the column is ${type}`,
        'the field without searchable',
      );
    if (field.options.sortable && unordered.includes(type))
      yield faultAt(
        draft,
        field.name,
        `the column is ${type}, which has no order`,
        'the field without sortable',
      );
  }
});

function* verifyShown(
  draft: ResourceDraft,
  { name, options: declared }: FieldDraft,
): Iterable<Finding> {
  if (!declared.writeOnly) return;
  for (const option of options)
    if (declared[option])
      yield faultAt(
        draft,
        name,
        `the field is ${option}, but no response contains it`,
        `the field without ${option}, or without writeOnly`,
      );
}
