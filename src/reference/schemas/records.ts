import { readableFields } from '../../authorization/authorize-include.js';
import type {
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
  PivotRelation,
} from '../../registry/compiled-resource.js';
import { schemaNames, schemaRef, shared } from '../components.js';
import type { Schema } from '../open-api.js';
import { columnSchema, fieldSchema } from './column-value.js';
import { anyOfThese, closed, listOf } from './objects.js';

/** Where a record stands: that decides which of its parts an answer has. @contract C3.3 */
interface Place {
  /** `null`: it carries no flags. */
  readonly meta: string | null;
  /** Do the records below it carry flags? */
  readonly flagsBelow: boolean;
}

const places = {
  record: { meta: shared.meta, flagsBelow: true },
  listed: { meta: shared.meta, flagsBelow: false },
  flagged: { meta: shared.flags, flagsBelow: true },
  related: { meta: null, flagsBelow: false },
} as const satisfies Readonly<Record<string, Place>>;

/** The resource objects of one resource, wherever they stand in answers. @spec Resource object */
export function recordSchemas(resource: CompiledResource): Readonly<Record<string, Schema>> {
  const { key } = resource;
  return {
    [schemaNames.attributes(key)]: attributes(resource),
    ...Object.fromEntries(
      Object.entries(places).map(([name, place]) => [
        schemaNames[name as keyof typeof places](key),
        recordAt(resource, place),
      ]),
    ),
    ...(resource.relations.size > 0 && {
      [schemaNames.relationships(key)]: relationships(resource, false),
      [schemaNames.flaggedRelationships(key)]: relationships(resource, true),
    }),
    ...Object.fromEntries(pivotedOf(resource).map((relation) => [pivotsName(relation), pivots(relation)])),
  };
}

/** A record on the page of a relation, with what its link says. */
export const linkedRecord = (relation: CompiledRelation): Schema =>
  relation.pivots.length > 0
    ? recordAt(relation.resource, places.listed, relation)
    : schemaRef(schemaNames.listed(relation.resource.key));

/** Any of them may be left out, by `fields[<resource>]` or by brackets. @contract C5.1 */
const attributes = (resource: CompiledResource): Schema =>
  anyOfThese(Object.fromEntries(readableFields(resource).map((field) => [field.name, fieldSchema(resource, field)])));

function recordAt({ key, relations }: CompiledResource, { meta, flagsBelow }: Place, by?: CompiledRelation): Schema {
  const below = flagsBelow ? schemaNames.flaggedRelationships(key) : schemaNames.relationships(key);
  const members = {
    id: { type: 'string' },
    type: { type: 'string', const: key },
    attributes: schemaRef(schemaNames.attributes(key)),
    ...(relations.size > 0 && { relationships: schemaRef(below) }),
    ...(meta !== null && { meta: schemaRef(meta) }),
    ...(by && by.pivots.length > 0 && { pivots: schemaRef(pivotsName(by)) }),
  };
  return closed(members, ['relationships']);
}

/** Those that the request named; one that the record is its own ancestor by is left out. @contract C3.4, C5.3 */
const relationships = ({ relations }: CompiledResource, flagged: boolean): Schema =>
  anyOfThese(Object.fromEntries([...relations].map(([key, member]) => [key, memberSchema(member, flagged)])));

function memberSchema(member: CompiledRelated, flagged: boolean): Schema {
  if (member.form !== 'relation') return { description: 'Any data.' };
  const record = relatedRecord(member, flagged);
  return member.many ? listOf(record) : { anyOf: [record, { type: 'null' }] };
}

function relatedRecord(relation: CompiledRelation, flagged: boolean): Schema {
  const place = flagged ? 'flagged' : 'related';
  if (relation.pivots.length > 0) return recordAt(relation.resource, places[place], relation);
  return schemaRef(schemaNames[place](relation.resource.key));
}

const pivotedOf = ({ relations }: CompiledResource): readonly CompiledRelation[] =>
  [...relations.values()].filter((member) => member.form === 'relation').filter((member) => member.pivots.length > 0);

const pivotsName = ({ owner, key }: CompiledRelation): string => schemaNames.pivots(owner, key);

const pivots = (relation: CompiledRelation): Schema =>
  closed(Object.fromEntries(relation.pivots.map(({ name, column }) => [name, columnSchema(column)])));

/** The row of a link, as attach answers it. @contract C7.1 */
export const pivotRowSchema = ({ join, pivots: declared }: PivotRelation): Schema => {
  const key = { type: 'string' };
  return closed({
    [join.parent.name]: key,
    [join.related.name]: key,
    ...(join.type && { [join.type.column.name]: { type: 'string', const: join.type.value } }),
    ...Object.fromEntries(declared.map(({ name, column }) => [name, columnSchema(column)])),
  });
};
