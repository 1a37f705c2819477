import type { Limits } from '../../options/limits.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import {
  referringColumns,
  writableRelationsOf,
  type WritableRelation,
} from '../../registry/writable-relations.js';
import type { Schema } from '../open-api.js';
import { keySchema } from '../schemas/keys.js';
import { described } from '../schemas/objects.js';
import { payloadMembers, payloadOf, type Body, type PayloadForm } from './write-payload.js';

const stored: PayloadForm = { operation: 'store', whole: true, isForm: false };
const changed: PayloadForm = { operation: 'update', whole: false, isForm: false };

/** Adds the related records that a JSON body may contain. @contract C4.7 */
export function withNested(
  body: Body,
  resource: CompiledResource,
  limits: Pick<Limits, 'bulk'>,
): Schema {
  const relations = writableRelationsOf(resource);
  if (relations.length === 0) return body;
  const nested = relations.map((relation) => [relation.key, nestedSchema(relation, limits)]);
  return {
    ...body,
    properties: { ...body.properties, ...(Object.fromEntries(nested) as Schema) },
  };
}

function nestedSchema(relation: WritableRelation, { bulk }: Pick<Limits, 'bulk'>): Schema {
  const { many, canEnable, options } = relation;
  const ignored = options.canSee || canEnable ? [UNUSABLE] : [];
  const text = [many ? LIST : ONE, ...ignored].join(' ');
  if (!many) return { description: text, anyOf: [changedSchema(relation, []), { type: 'null' }] };
  const items = { anyOf: [storedSchema(relation), changedSchema(relation, ['id'])] };
  return described({ type: 'array', maxItems: bulk, items }, text);
}

const storedSchema = (relation: WritableRelation): Schema =>
  described(payloadOf(ownMembers(relation, stored), stored), 'A new record.');

/** @param required the members that must be sent */
function changedSchema(relation: WritableRelation, required: readonly string[]): Schema {
  const { keyColumn } = relation.resource;
  const body = payloadOf(ownMembers(relation, changed), changed);
  const id = described(keySchema({ ...keyColumn, nullable: false }), 'The key of the record.');
  return {
    ...body,
    ...(required.length > 0 && { required }),
    properties: { id, ...body.properties },
  };
}

/** Returns the members of a related record, without those that refer to its parent. */
function ownMembers(relation: WritableRelation, form: PayloadForm) {
  const columns = referringColumns(relation);
  const { resource } = relation;
  return payloadMembers(resource, form).filter(({ name }) => {
    const column = resource.fields.get(name)?.column;
    return column === undefined || !columns.has(column);
  });
}

const LIST =
  'Updates the records with an `id`, and stores those without. Records that are not listed stay as they are.';
const ONE =
  'Updates the related record if there is one, otherwise stores a new one. `null` does not remove it.';
const UNUSABLE = 'Ignored, unless the caller may use the relation.';
