import type { CompiledColumn } from '../compiled-resource.js';
import type { FieldDraft, ResourceDraft } from '../draft.js';
import { hasOwnStore, hasStoringHook } from '../transformers/derive-fields.js';
import type { Finding, Verifier } from '../verifier.js';
import { eachResource, warningAt } from './each-resource.js';
import { policyMethodsOf } from './policy-methods.js';

/**
 * A column that takes no null, and that nothing sets when a record is stored, refuses every record.
 * @contract C4.2
 */
export const warnUnsetColumns: Verifier = (drafts) => eachResource(unsetIn(drafts))(drafts);

const unsetIn = (drafts: readonly ResourceDraft[]) =>
  function* (draft: ResourceDraft): Iterable<Finding> {
    if (!draft.table || !policyMethodsOf(draft).includes('store')) return;
    if (hasStoringHook(draft) || hasOwnStore(draft)) return;
    for (const column of draft.table.columns.values()) {
      const field = draft.fields.find((each) => each.column === column);
      if (column.nullable || column.filledBy !== null || isSet(field)) continue;
      if (isSetByParent(drafts, draft, column)) continue;
      yield warningAt(
        draft,
        field?.name ?? column.property,
        `${column.property} does not accept null, and nothing sets it, so no record can be stored`,
        field
          ? 'default: (request) => ... in its field'
          : `@Field() ${column.property}, or a default`,
      );
    }
  };

const isSet = (field: FieldDraft | undefined): boolean =>
  field !== undefined && (field.options.default !== undefined || !field.options.readOnly);

/** Whether a record gets the value from the record that it is stored with. @contract C4.7 */
const isSetByParent = (
  drafts: readonly ResourceDraft[],
  draft: ResourceDraft,
  column: CompiledColumn,
): boolean =>
  drafts
    .flatMap(({ relations }) => relations)
    .filter(({ target, options }) => target === draft && options.writable)
    .some(
      ({ join }) =>
        join?.keyOn === 'related' && (join.column === column || join.type?.column === column),
    );
