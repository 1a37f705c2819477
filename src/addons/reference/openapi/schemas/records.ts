import { readableFields } from '../../../../pipeline/authorization/authorize-include.js';
import type {
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
  PivotRelation,
} from '../../../../registry/resources/compiled-resource.js';
import { withDeprecation } from '../../../../registry/resources/deprecation.js';
import { isPivotRelation } from '../../../../registry/resources/pivot-relations.js';
import { schemaNames, schemaRef, shared } from '../document/components.js';
import type { Schema } from '../document/open-api.js';
import { pivotPayload } from './link-payload.js';
import {
  columnSchema,
  computedSchema,
  describeReading,
  fieldSchema,
  enumValues,
  withEnum,
} from './column-value.js';
import { anyOfThese, arrayOf, closed, dataOf, described } from './objects.js';

/** The place of a record in a response, which decides on its parts. @contract C3.3 */
interface RecordPlace {
  /** `null` if it has no flags. */
  readonly meta: string | null;
  /** Whether the records below it have flags. */
  readonly flagsBelow: boolean;
}

const places = {
  record: { meta: shared.meta, flagsBelow: true },
  listed: { meta: shared.meta, flagsBelow: false },
  flagged: { meta: shared.flags, flagsBelow: true },
  related: { meta: null, flagsBelow: false },
} as const satisfies Readonly<Record<string, RecordPlace>>;

/** Returns the resource objects of a resource for all places in responses. @spec Resource object */
export function recordSchemas(resource: CompiledResource): Readonly<Record<string, Schema>> {
  const { key } = resource;
  return {
    [schemaNames.attributes(key)]: closed(attributes(resource), restrictedNames(resource)),
    [schemaNames.selectedAttributes(key)]: described(
      anyOfThese(attributes(resource)),
      'The attributes that a column list selects: `fields[...]`, brackets in `include`, or the columns of a relation.',
    ),
    ...Object.fromEntries(
      Object.entries(places).map(([name, place]) => [
        schemaNames[name as keyof typeof places](key),
        recordAt(resource, place),
      ]),
    ),
    [schemaNames.one(key)]: dataOf(schemaRef(schemaNames.record(key))),
    [schemaNames.several(key)]: dataOf(arrayOf(schemaRef(schemaNames.record(key)))),
    ...(resource.relations.size > 0 && {
      [schemaNames.relationships(key)]: relationships(resource, false),
      [schemaNames.flaggedRelationships(key)]: relationships(resource, true),
    }),
    ...Object.fromEntries(
      pivotedOf(resource).map((relation) => [pivotsName(relation), pivots(relation)]),
    ),
  };
}

/** Returns a record on the page of a relation, with its pivot values. */
export const linkedRecord = (relation: CompiledRelation): Schema =>
  relation.pivots.length > 0
    ? recordAt(relation.resource, places.listed, relation)
    : schemaRef(schemaNames.listed(relation.resource.key));

const attributes = (resource: CompiledResource): Readonly<Record<string, Schema>> =>
  Object.fromEntries([
    ...readableFields(resource).map((field) => [field.name, fieldSchema(resource, field)] as const),
    ...[...resource.computed].map(
      ([name, attribute]) => [name, computedSchema(attribute)] as const,
    ),
  ]);

/** The attributes that not every response contains. @contract C5.9 */
const restrictedNames = (resource: CompiledResource): readonly string[] =>
  [
    ...readableFields(resource).map(({ name, options }) => [name, options] as const),
    ...[...resource.computed].map(([name, { options }]) => [name, options] as const),
  ].flatMap(([name, { canSee, only }]) => (canSee || only ? [name] : []));

/** Returns all attributes, or those that a column list selects. @contract C5.1 */
const attributesRef = (key: string): Schema => ({
  anyOf: [schemaRef(schemaNames.attributes(key)), schemaRef(schemaNames.selectedAttributes(key))],
});

function recordAt(
  { key, relations }: CompiledResource,
  { meta, flagsBelow }: RecordPlace,
  by?: CompiledRelation,
): Schema {
  const below = flagsBelow ? schemaNames.flaggedRelationships(key) : schemaNames.relationships(key);
  const members = {
    id: { type: 'string' },
    type: { type: 'string', const: key },
    attributes: attributesRef(key),
    ...(relations.size > 0 && { relationships: schemaRef(below) }),
    ...(meta !== null && { meta: schemaRef(meta) }),
    ...(by && by.pivots.length > 0 && { pivots: schemaRef(pivotsName(by)) }),
  };
  return closed(members, ['relationships']);
}

/**
 * Returns the relations that the request included. A relation to an ancestor of the record is
 * omitted.
 * @contract C3.4, C5.3
 */
const relationships = ({ relations }: CompiledResource, flagged: boolean): Schema => ({
  ...anyOfThese(
    Object.fromEntries(
      [...relations].map(([key, member]) => [
        key,
        withDeprecation(memberSchema(member, flagged), member.options),
      ]),
    ),
  ),
  // Without an example, pages would show the relations of the relations, and so on.
  examples: [{}],
});

function memberSchema(member: CompiledRelated, flagged: boolean): Schema {
  if (member.form !== 'relation')
    return { description: ['Any data.', ...describeReading(member.options)].join(' ') };
  const record = relatedRecord(member, flagged);
  return member.many ? arrayOf(record) : { anyOf: [record, { type: 'null' }] };
}

function relatedRecord(relation: CompiledRelation, flagged: boolean): Schema {
  const place = flagged ? 'flagged' : 'related';
  if (relation.pivots.length > 0) return recordAt(relation.resource, places[place], relation);
  return schemaRef(schemaNames[place](relation.resource.key));
}

const pivotedOf = ({ relations }: CompiledResource): readonly CompiledRelation[] =>
  [...relations.values()]
    .filter((member) => member.form === 'relation')
    .filter((member) => member.pivots.length > 0);

const pivotsName = ({ owner, key }: CompiledRelation): string => schemaNames.pivots(owner, key);

const pivots = (relation: CompiledRelation): Schema => closed(pivotSchemas(relation));

/** Returns the schema of each pivot value of a relation. */
export const pivotSchemas = (relation: CompiledRelation): Readonly<Record<string, Schema>> => {
  const values = isPivotRelation(relation) ? pivotPayload(relation, 'attach').properties : {};
  return Object.fromEntries(
    relation.pivots.map(({ name, column }) => [
      name,
      withEnum(columnSchema(column), column, enumValues(values[name])),
    ]),
  );
};

/** Returns the pivot row in the response of attach. @contract C7.1 */
export const pivotRowSchema = (relation: PivotRelation): Schema => {
  const { join } = relation;
  const key = { type: 'string' };
  return closed({
    [join.parent.name]: key,
    [join.related.name]: key,
    ...(join.type && { [join.type.column.name]: { type: 'string', const: join.type.value } }),
    ...pivotSchemas(relation),
  });
};
