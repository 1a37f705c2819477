import type { JsonSchema } from '../../../rules/json-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/** A schema is one form, or the forms of its alternatives. */
export function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf)
    ? [schema, ...(anyOf as JsonSchema[]).flatMap(formsOf)].filter(declaresType)
    : [schema];
}

const declaresType = ({ type, enum: members }: JsonSchema): boolean =>
  type !== undefined || members !== undefined;

/**
 * What a list's items are; `undefined` where nothing says it, or nobody knows which form is meant.
 */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const [form, ...others] = formsOf(schema).filter(({ type }) => type === 'array');
  return others.length === 0 ? (form?.items as JsonSchema | undefined) : undefined;
}

/** The form that an object is meant for: of several, the one whose words it holds. */
export function formOf(schema: JsonSchema, members: object): JsonSchema | undefined {
  const forms = formsOf(schema).filter(({ type }) => type === 'object');
  const meant = forms.length === 1 ? forms : forms.filter((form) => holdsWordsOf(form, members));
  return meant.length === 1 ? meant[0] : undefined;
}

const holdsWordsOf = ({ properties = {} }: JsonSchema, members: object): boolean =>
  Object.entries(properties as Properties).every(
    ([name, { enum: words }]) =>
      !Array.isArray(words) || words.includes((members as Record<string, unknown>)[name]),
  );

/** The members that a form names. */
export const propertiesOf = (form: JsonSchema | undefined): Properties | undefined =>
  form?.properties as Properties | undefined;
