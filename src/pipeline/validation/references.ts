import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  MorphTarget,
} from '../../registry/resources/compiled-resource.js';
import { RequestError } from '../../base/errors/index.js';
import { oncePer } from '../../base/once-per.js';
import { inTurn, whenKnown, type Eventual } from '../../base/when-known.js';
import type { RowLookup, RowSource } from '../../rules/entries/rule-context.js';

type Values = ReadonlyMap<CompiledColumn, unknown>;

/**
 * Returns the fields of to-one relations and morphs whose keys do not belong to a record that the
 * user may see.
 *
 * @param record the stored record, whose references are not looked up again, and which contains the
 * half of a morph that is not sent
 */
export function findInvisibleReferences(
  resource: CompiledResource,
  values: Values,
  record: Readonly<Record<string, unknown>> | null,
  rows: RowLookup,
): Eventual<readonly CompiledField[]> {
  const references = referencesOf(resource, values, record);
  if (references.length === 0) return [];
  const visible = inTurn(
    references,
    ({ source, key }): Eventual<boolean> => source !== null && rows.isVisible(source, key),
  );
  return whenKnown(visible, (isVisible) =>
    references.filter((_reference, at) => !isVisible[at]).map(({ field }) => field),
  );
}

interface Reference {
  readonly field: CompiledField;
  /** `null` for an unknown type of the morph. */
  readonly source: RowSource | null;
  readonly key: unknown;
}

function referencesOf(
  resource: CompiledResource,
  values: Values,
  record: Readonly<Record<string, unknown>> | null,
): readonly Reference[] {
  const references: Reference[] = [];
  for (const { field, source } of targetsByField(resource)) {
    const key = values.get(field.column) ?? null;
    if (key !== null && isChanged(field.column, values, record))
      references.push({ field, source, key });
  }
  for (const { field, target, key } of morphReferencesOf(resource, values, record))
    references.push({ field, source: target && { resource: target.key, field: 'id' }, key });
  return references;
}

/** The record that a morph will refer to, when half of the morph is written. */
export interface MorphReference {
  /** The field of the key. */
  readonly field: CompiledField;
  /** `null` for an unknown type. */
  readonly target: CompiledResource | null;
  readonly key: unknown;
}

/** @param record the stored record, which contains the half of a morph that is not written */
export const morphReferencesOf = (
  resource: CompiledResource,
  values: Values,
  record: Readonly<Record<string, unknown>> | null,
): readonly MorphReference[] => {
  if (resource.morphs.size === 0) return [];
  return [...resource.morphs.values()]
    .flatMap((targets) =>
      morphReference(resource, targets, (column) =>
        values.has(column) ? values.get(column) : record?.[column.property],
      ),
    )
    .filter(({ field }) => isMorphChanged(resource, field, values, record));
};

/** Returns the fields of keys, each with the records that it refers to. */
const targetsByField = oncePer((resource: CompiledResource) =>
  [...resource.fields.values()].flatMap((field) =>
    targetsOf(resource, field).map((source) => ({ field, source })),
  ),
);

/**
 * Returns the records that a key column refers to, for every to-one relation that is joined by it,
 * also for one that is hidden from the caller.
 */
const targetsOf = (
  { full: { relations } }: CompiledResource,
  { column }: CompiledField,
): readonly RowSource[] =>
  [...relations.values()].flatMap((relation) => {
    if (relation.form !== 'relation') return [];
    const { join, resource } = relation;
    if (join.keyOn !== 'parent' || join.column !== column || join.type !== null) return [];
    return [
      join.target === resource.keyColumn
        ? { resource: resource.key, field: 'id' }
        : { entity: resource.table.entity, property: join.target.property },
    ];
  });

function morphReference(
  { full: { fields } }: CompiledResource,
  targets: readonly MorphTarget[],
  valueOf: (column: CompiledColumn) => unknown,
): readonly MorphReference[] {
  const [first] = targets;
  const field = first && [...fields.values()].find(({ column }) => column === first.join.column);
  const type = first?.join.type;
  if (!field || !type) return [];
  const key = valueOf(field.column);
  const named = valueOf(type.column);
  if (key === null || key === undefined || named === null || named === undefined) return [];
  const target = targets.find(({ join }) => join.type?.value === named);
  return [{ field, target: target?.resource ?? null, key }];
}

/** Whether half of the morph, its key or its type, changes. */
function isMorphChanged(
  { morphs }: CompiledResource,
  { column }: CompiledField,
  values: Values,
  record: Readonly<Record<string, unknown>> | null,
): boolean {
  const joins = [...morphs.values()].flatMap((targets) => targets.map(({ join }) => join));
  const type = joins.find((each) => each.column === column)?.type?.column;
  return [column, ...(type ? [type] : [])].some((each) => isChanged(each, values, record));
}

/**
 * Whether a write changes the column. A record keeps its references, also to records that were
 * deleted, or that the caller does not see.
 */
export const isChanged = (
  column: CompiledColumn,
  values: Values,
  record: Readonly<Record<string, unknown>> | null,
): boolean =>
  values.has(column) &&
  (record === null || !isSameKey(values.get(column), record[column.property]));

/** Drivers return some keys as numbers and others as strings. */
const isSameKey = (one: unknown, other: unknown): boolean =>
  one === other || (isKeyLike(one) && isKeyLike(other) && String(one) === String(other));

const isKeyLike = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * Returns the error for a key without a record, with the message of the rule `exists`: 422 under
 * the name that the body used.
 */
export const invalidReference = (name: string): RequestError =>
  new RequestError('validation_failed', {
    errors: { [name]: [`The selected ${name} is invalid.`] },
  });

/**
 * Returns the error for a write that concerns only values that are hidden from the caller. It does
 * not name them.
 *
 * @contract C5.9
 */
export const hiddenValueRequired = (): RequestError =>
  new RequestError('unauthorized', {
    message: 'The record needs a value that you are not authorized to set.',
  });
