import { readableFields } from '../../../../pipeline/authorization/authorize-include.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
  ValueType,
} from '../../../../registry/resources/compiled-resource.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { sampleOf } from './sample.js';
import { computedSchema, fieldSchema, enumValues } from '../schemas/column-value.js';
import { pivotSchemas } from '../schemas/records.js';

interface Described {
  readonly facts: ReferenceFacts;
  readonly resource: CompiledResource;
}

const byType: Readonly<Record<ValueType, unknown>> = {
  integer: 1,
  bigint: '9007199254740993',
  decimal: '0.90',
  float: 0.5,
  text: 'text',
  uuid: '00000000-0000-4000-8000-000000000001',
  boolean: true,
  datetime: '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  time: '12:00:00',
  json: {},
  binary: 'AA==',
};

/** Returns a record without relations; the same in every document. */
export const recordExample = ({ resource }: Described): unknown => exampleOf(resource);

/** Returns a page with one record. */
export const listExample = ({ resource, facts }: Described): unknown =>
  pageOf(`${facts.prefix}/${resource.key}`, resource.perPage, exampleOf(resource));

/** Returns a page of a relation with one record. */
export function linkedExample({ resource, facts }: Described, relation: CompiledRelation): unknown {
  const path = `${facts.prefix}/${resource.key}/${keyExample(resource.keyColumn)}/${relation.key}`;
  const schemas = pivotSchemas(relation);
  const pivots = relation.pivots.map(({ name, column }) => {
    const [value] = enumValues(schemas[name]) ?? [valueExample(column)];
    return [name, value] as const;
  });
  const record = {
    ...exampleOf(relation.resource),
    ...(pivots.length > 0 && { pivots: Object.fromEntries(pivots) }),
  };
  return pageOf(path, relation.resource.perPage, record);
}

const exampleOf = (resource: CompiledResource): object => ({
  id: keyExample(resource.keyColumn),
  type: resource.key,
  attributes: Object.fromEntries([
    ...readableFields(resource).map((field) => [field.name, attributeOf(resource, field)] as const),
    ...[...resource.computed].map(
      ([name, attribute]) => [name, sampleOf(computedSchema(attribute))] as const,
    ),
  ]),
  meta: {
    authorizedToShow: true,
    authorizedToStore: true,
    authorizedToUpdate: true,
    authorizedToDelete: true,
  },
});

function attributeOf(resource: CompiledResource, field: CompiledField): unknown {
  const { column, options } = field;
  if (options.image) return null;
  const [value] = enumValues(fieldSchema(resource, field)) ?? [valueExample(column)];
  return options.number ? Number(value) : value;
}

/** Returns the key of a record, as a string. */
export const keyExample = ({ type }: CompiledColumn): string =>
  type === 'uuid' ? String(byType.uuid) : '1';

/** Returns a value as a response contains it. */
export function valueExample(column: CompiledColumn): unknown {
  if (column.holdsKey) return keyExample(column);
  return column.databaseType === 'simple-array' ? ['text'] : byType[column.type];
}

const pageOf = (path: string, perPage: number, record: object): unknown => ({
  meta: { current_page: 1, from: 1, last_page: 1, path, per_page: perPage, to: 1, total: 1 },
  links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
  data: [record],
});
