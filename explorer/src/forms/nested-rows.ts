import type { ApiRecord, Field, Relation, Resource } from '../api/schema.js';
import {
  changesOf,
  formFields,
  inputsOf,
  morphTypeOf,
  type Body,
  type Inputs,
} from './form-values.js';

/** A related record in the form of its parent. */
export interface Row {
  /** Distinguishes rows of the form. */
  readonly key: number;
  /** `null` for a new record. */
  readonly id: string | null;
  readonly base: Inputs;
  readonly inputs: Inputs;
}

/** Relation -> its rows. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

let next = 0;

/** Returns the fields of related records, without those that lead to the parent. @contract C4.7 */
export function rowFields(target: Resource, parent: Resource): readonly Field[] {
  const leadsToParent = (field: Field) => {
    const relation = target.relations.find(({ key }) => key === field.relation);
    if (relation) return relation.target === parent.key;
    const isType = target.fields.some((other) => morphTypeOf(target, other) === field);
    const type = isType ? field : morphTypeOf(target, field);
    return type?.values?.includes(parent.key) ?? false;
  };
  // Forms with files cannot contain related records.
  return formFields(target, { isNew: false }).filter(
    (field) => field.kind !== 'image' && !leadsToParent(field),
  );
}

export const newRow = (): Row => ({ key: next++, id: null, base: {}, inputs: {} });

/** Returns the rows of the related records that a response contains. */
export function rowsOf(
  relation: Relation,
  record: ApiRecord | null,
  fields: readonly Field[],
): readonly Row[] {
  const related = record?.relationships?.[relation.key] ?? [];
  return [related].flat().map((each) => {
    const { id, attributes } = each as ApiRecord;
    const base = inputsOf(fields, attributes);
    return { key: next++, id, base, inputs: base };
  });
}

const isChanged = (row: Row, fields: readonly Field[]): boolean =>
  row.id === null || Object.keys(changesOf(fields, row.base, row.inputs).values).length > 0;

/** Returns the rows that a body contains, in its order. */
export const changedRows = (rows: readonly Row[], fields: readonly Field[]): readonly Row[] =>
  rows.filter(
    (row) =>
      isChanged(row, fields) ||
      Object.keys(changesOf(fields, row.base, row.inputs).faults).length > 0,
  );

/** Returns what a body contains for the rows of a relation; no value if nothing has changed. */
export function rowsBody(
  relation: Relation,
  rows: readonly Row[],
  fields: readonly Field[],
): { readonly value: unknown; readonly faults: Body['faults'] } {
  const bodies = changedRows(rows, fields).map((row, at) => {
    const path = relation.many ? `${relation.key}.${at}.` : `${relation.key}.`;
    const { values, faults } = changesOf(fields, row.base, row.inputs, path);
    return { value: { ...(row.id !== null && { id: row.id }), ...values }, faults };
  });
  const values = bodies.map(({ value }) => value);
  return {
    value: values.length === 0 ? undefined : relation.many ? values : values[0],
    faults: Object.assign({}, ...bodies.map(({ faults }) => faults)) as Body['faults'],
  };
}
