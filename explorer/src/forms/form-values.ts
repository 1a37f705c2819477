import type { Field, Relation, Resource, Schema, Summary } from '../api/schema.js';

/**
 * The content of an input: the text that a person types, a flag, or a file. `null` means a missing
 * value, and for the removal of an image.
 */
export type Input = string | boolean | File | null;
export type Inputs = Readonly<Record<string, Input>>;

/** Returns what the input of a field contains for a value of the API. */
export function inputOf({ kind }: Field, value: unknown): Input {
  if (value === null || value === undefined) return null;
  if (kind === 'boolean') return value === true;
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Returns the inputs of a record; without a record, empty ones. */
export const inputsOf = (
  fields: readonly Field[],
  attributes: Readonly<Record<string, unknown>> = {},
): Inputs =>
  Object.fromEntries(fields.map((field) => [field.name, inputOf(field, attributes[field.name])]));

/** Why an input cannot be sent. The service reports everything else. */
export type LocalFault = 'notJson' | 'notNumber';

/**
 * Returns the value that a body contains for an input.
 *
 * @throws InputFault
 */
export function valueOf({ kind, nullable }: Field, input: Input): unknown {
  if (input === null || typeof input === 'boolean' || input instanceof File) return input;
  if (input.trim() === '' && (nullable || (kind !== 'text' && kind !== 'long_text'))) return null;
  if (kind === 'json') return jsonIn(input);
  if (kind !== 'number') return input;
  const number = Number(input);
  if (Number.isNaN(number)) throw new InputFault('notNumber');
  return number;
}

/** An input that is not a value of its field. */
export class InputFault extends Error {
  constructor(readonly fault: LocalFault) {
    super(fault);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InputFault('notJson');
  }
}

/** The members of a body, and the inputs that cannot be sent, by name. */
export interface Body {
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: Readonly<Record<string, LocalFault>>;
}

/** Returns the values of the inputs that differ from the base. */
export function changesOf(fields: readonly Field[], base: Inputs, inputs: Inputs): Body {
  const values: Record<string, unknown> = {};
  const faults: Record<string, LocalFault> = {};
  for (const field of fields) {
    const input = inputs[field.name] ?? null;
    if (input === (base[field.name] ?? null)) continue;
    try {
      values[field.name] = valueOf(field, input);
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      faults[field.name] = error.fault;
    }
  }
  return { values, faults };
}

/** Returns the fields that a form contains. The key of an existing record does not change. */
export const formFields = (
  { fields }: Resource,
  { isNew }: { readonly isNew: boolean },
): readonly Field[] => fields.filter(({ name, writable }) => writable && (isNew || name !== 'id'));

/** A morph: the field with the type of a related record beside the field with its key. */
export function morphTypeOf({ fields }: Resource, field: Field): Field | undefined {
  if (field.kind !== 'key' || field.relation !== null || !field.name.endsWith('_id'))
    return undefined;
  const type = `${field.name.slice(0, -'_id'.length)}_type`;
  return fields.find(({ name, values }) => name === type && values !== null);
}

/** Returns the resource whose keys a field contains, as far as the inputs decide on it. */
export function targetOf(
  schema: Schema,
  resource: Resource,
  field: Field,
  inputs: Inputs,
): Summary | undefined {
  const type = morphTypeOf(resource, field);
  if (type) return schema.find(inputs[type.name] as string | null);
  const relation = resource.relations.find(({ key }) => key === field.relation);
  return schema.find(relation?.target);
}

/** Returns the inputs that make a new record a related one of a parent; `null` without such fields. */
export function inputsToward(target: Resource, parent: Resource, id: string): Inputs | null {
  const toward = (relation: Relation) => relation.target === parent.key && !relation.many;
  const key = target.fields.find(
    ({ writable, relation }) =>
      writable && target.relations.some((each) => each.key === relation && toward(each)),
  );
  if (key) return { [key.name]: id };
  for (const field of target.fields) {
    const type = morphTypeOf(target, field);
    if (type?.writable && field.writable && type.values?.includes(parent.key))
      return { [type.name]: parent.key, [field.name]: id };
  }
  return null;
}
