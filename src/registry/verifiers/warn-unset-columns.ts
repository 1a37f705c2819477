import type { FieldDraft } from '../draft/draft.js';
import { hasOwnStore, hasStoringHook } from '../compile/derive-fields.js';
import { eachResource, warningAt } from './each-resource.js';
import { policyMethodsOf } from '../compile/policy-methods.js';

/**
 * A column that takes no null, and that nothing sets when a record is stored, refuses every record.
 * A trigger of the database may set it.
 * @contract C4.2
 */
export const warnUnsetColumns = eachResource(function* (draft) {
  if (!draft.table || !policyMethodsOf(draft).includes('store')) return;
  if (hasStoringHook(draft) || hasOwnStore(draft) || draft.table.hasTriggers) return;
  for (const column of draft.table.columns.values()) {
    const field = draft.fields.find((each) => each.column === column);
    if (column.nullable || column.filledBy !== null || isSet(field)) continue;
    yield warningAt(
      draft,
      field?.name ?? column.property,
      `${column.property} does not accept null, and nothing sets it, so no record can be stored`,
      field
        ? 'default: (request) => ... in its field'
        : `@Field() ${column.property}, or a default`,
    );
  }
});

const isSet = (field: FieldDraft | undefined): boolean =>
  field !== undefined && (field.options.default !== undefined || !field.options.readOnly);
