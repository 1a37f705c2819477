import type { JsonSchema } from '../../../base/json-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Returns the forms of a schema: itself, or its alternatives. */
export function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf)
    ? [schema, ...(anyOf as JsonSchema[]).flatMap(formsOf)].filter(declaresType)
    : [schema];
}

const declaresType = ({ type, enum: members }: JsonSchema): boolean =>
  type !== undefined || members !== undefined;

/** Returns the schema of a list's items; `undefined` if it is missing or ambiguous. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const [form, ...others] = formsOf(schema).filter(({ type }) => type === 'array');
  return others.length === 0 ? (form?.items as JsonSchema | undefined) : undefined;
}

/** Returns the form that an object is meant for: of several, the one whose enums it matches. */
export function formOf(schema: JsonSchema, members: object): JsonSchema | undefined {
  const forms = formsOf(schema).filter(({ type }) => type === 'object');
  const meant = forms.length === 1 ? forms : forms.filter((form) => matchesEnums(form, members));
  return meant.length === 1 ? meant[0] : undefined;
}

const matchesEnums = ({ properties = {} }: JsonSchema, members: object): boolean =>
  Object.entries(properties as Properties).every(
    ([name, { enum: values }]) =>
      !Array.isArray(values) || values.includes((members as Record<string, unknown>)[name]),
  );

export const propertiesOf = (form: JsonSchema | undefined): Properties | undefined =>
  form?.properties as Properties | undefined;
