import { fieldKinds } from './field-kinds.js';
import type { Schema } from '../document/open-api.js';
import { schemaRef, shared } from '../document/components.js';
import { closed, dataOf, described, arrayOf } from './objects.js';

const string: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const maybeString: Schema = { type: ['string', 'null'] };
const jsonSchema = described({ type: 'object' }, 'JSON Schema 2020-12.');

const deprecated: Schema = {
  anyOf: [
    closed({ since: string, sunset: maybeString, use: maybeString, link: maybeString }),
    { type: 'null' },
  ],
};

const field = closed({
  name: string,
  label: string,
  help: maybeString,
  deprecated,
  kind: { type: 'string', enum: fieldKinds },
  nullable: flag,
  required: described(flag, 'Whether a new record needs it.'),
  readable: described(flag, 'Whether responses contain it.'),
  writable: described(flag, 'Whether the caller can send it in a body.'),
  values: { description: 'The only values that are allowed.', type: ['array', 'null'], items: {} },
  relation: described(maybeString, 'The to-one relation whose key it contains.'),
  schema: jsonSchema,
});

const relation = closed({
  key: string,
  kind: string,
  target: described(maybeString, 'The key of the related resource.'),
  many: flag,
  deprecated,
  pivots: arrayOf(schemaRef(shared.describedField)),
  attach: flag,
  detach: flag,
  sync: flag,
});

const action = closed({
  uriKey: string,
  name: string,
  description: string,
  scope: { type: 'string', enum: ['index', 'show', 'both', 'standalone'] },
  deprecated,
  destructive: flag,
  schema: jsonSchema,
});

const { key, ...others } = {
  key: string,
  label: string,
  titleField: described(string, 'The attribute that names a record, or `id`.'),
  group: maybeString,
  fields: arrayOf(schemaRef(shared.describedField)),
  relations: arrayOf(relation),
  actions: arrayOf(action),
  filters: arrayOf(closed({ key: string, name: string, schema: jsonSchema })),
  sorts: arrayOf(string),
  searches: arrayOf(string),
  matches: arrayOf(closed({ key: string, type: string, schema: jsonSchema })),
  formats: described(arrayOf(string), 'The media types of lists besides JSON.'),
  authorizedToStore: flag,
};

/** The schemas of the description of resources. @contract C17.1 */
export const descriptionSchemas: Readonly<Record<string, Schema>> = {
  [shared.describedField]: field,
  [shared.describedResource]: closed({ key, ...others }, Object.keys(others)),
};

/** One description, or all of them. */
export const descriptionOf = (count: 'one' | 'all'): Schema => {
  const resource = schemaRef(shared.describedResource);
  return dataOf(count === 'one' ? resource : arrayOf(resource));
};
