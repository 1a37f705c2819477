import { existsIn } from '../../rules/entries/built-rules.js';
import { parseRule } from '../../rules/entries/parse-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type { CompiledColumn } from '../resources/compiled-resource.js';
import { allowsNull, derivePresence, deriveValueRules } from '../resources/derive-rules.js';
import type { FieldDraft, ResourceDraft } from '../draft/draft.js';

/** Adds the rules that follow from the column of each field. See decision 0042. */
export function deriveFields(drafts: readonly ResourceDraft[]): void {
  for (const draft of drafts)
    for (const field of draft.fields) {
      const { column, options } = field;
      if (column && options.derive !== false && !options.readOnly)
        field.derived = deriveRules(draft, field, column, drafts);
    }
}

function deriveRules(
  draft: ResourceDraft,
  { options }: FieldDraft,
  column: CompiledColumn,
  drafts: readonly ResourceDraft[],
): readonly RuleSpec[] {
  const declared = [...(options.rules ?? []), ...(options.storingRules ?? [])];
  const has = (name: string) => declared.some((rule) => parseRule(rule).name === name);
  return [
    ...derivePresence(column, options, hasStoringHook(draft)),
    ...(allowsNull(column, declared) ? (['nullable'] as const) : []),
    ...(options.image ? [] : deriveValueRules(column, declared)),
    ...(!has('exists') ? deriveExists(draft, column, drafts) : []),
    ...(!has('unique') && !options.transform && isUnique(draft, column)
      ? (['unique'] as const)
      : []),
  ];
}

/** Whether the resource has a hook that can set values of each new record. */
export const hasStoringHook = ({ hooks }: ResourceDraft): boolean =>
  typeof (hooks?.instance as { storing?: unknown } | undefined)?.storing === 'function';

/** Whether the resource has a `store` of its own, which can set such values too. */
export const hasOwnStore = ({ operations }: ResourceDraft): boolean =>
  typeof (operations?.instance as { store?: unknown } | undefined)?.store === 'function';

/** Whether a unique index covers all rows and only this column. */
const isUnique = ({ table }: ResourceDraft, column: CompiledColumn): boolean =>
  column !== table!.keys[0] &&
  table!.uniques.some((columns) => columns.length === 1 && columns[0] === column);

/**
 * Returns the rule `exists` for a foreign key. It refers to the resource of the relation that is
 * declared for the column, otherwise to the only resource of the related entity. Without either,
 * there is no rule, because no policy decides who may see the record.
 */
function deriveExists(
  draft: ResourceDraft,
  column: CompiledColumn,
  drafts: readonly ResourceDraft[],
): readonly RuleSpec[] {
  const relationship = draft.metadata!.relations.find(
    ({ joinColumns, isManyToOne, isOneToOneOwner }) =>
      (isManyToOne || isOneToOneOwner) &&
      joinColumns.length === 1 &&
      joinColumns[0]!.databaseName === column.name,
  );
  if (!relationship) return [];
  const entity = relationship.inverseEntityMetadata.target;
  const declared = draft.relations.find(
    ({ join }) => join?.keyOn === 'parent' && join.column === column && !join.type,
  );
  const serving = drafts.filter(({ definition }) => definition.entity === entity);
  const target = declared?.target ?? (serving.length === 1 ? serving[0] : undefined);
  const referenced = relationship.joinColumns[0]!.referencedColumn!.databaseName;
  if (!target?.table) return [];
  if (target.table.keys[0]?.name === referenced) return [`exists:${target.key},id` as RuleSpec];
  const property = [...target.table.columns.values()].find(({ name }) => name === referenced);
  return property && serving[0] === target
    ? [existsIn(() => target.definition.entity, property.property as never)]
    : [];
}
