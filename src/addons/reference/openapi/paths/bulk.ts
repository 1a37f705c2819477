import type { Limits } from '../../../../options/limits.js';
import { bodyKey } from '../../../../pipeline/describing/key-schemas.js';
import {
  bulkOperationsOf,
  type BulkOperation,
} from '../../../../registry/resources/bulk-operations.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { schemaNames, schemaRef } from '../document/components.js';
import { keyExample } from '../payloads/examples.js';
import { keyedExample } from '../payloads/write-example.js';
import type { OperationObject, PathsObject, Response, Schema } from '../document/open-api.js';
import { described } from '../schemas/objects.js';
import { jsonRequestBody, jsonResponse, emptyResponse } from './operation.js';
import { hasHooks, payload, queryOfWrite } from './records.js';
import { write } from './safe-write.js';
import type { ResourcePlace } from './resource-place.js';

/**
 * Returns the paths that write many records of a resource. Those of operations that the team
 * replaces are absent.
 *
 * @contract C13.5
 */
export function bulkPaths(place: ResourcePlace): PathsObject {
  if (!place.facts.safeWrites.bulk) return {};
  const paths: Readonly<Record<BulkOperation, PathsObject>> = {
    store: { [`${place.collection}/bulk`]: { post: store(place) } },
    update: { [`${place.collection}/bulk/update`]: { post: update(place) } },
    delete: { [`${place.collection}/bulk/delete`]: { delete: remove(place) } },
  };
  return Object.assign(
    {},
    ...bulkOperationsOf(place.resource).map((name) => paths[name]),
  ) as PathsObject;
}

const TOGETHER = 'Writes all of them or none. Errors are keyed by index: `3.title`.';

const store = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.bulk-store`,
      summary: `Store several ${place.many}`,
      description: TOGETHER,
      tag: place.resource.key,
      parameters: queryOfWrite(place),
      body: jsonRequestBody(listed(place.facts.limits, payload(place, 'store'))),
      responses: { 201: recordsOf(place, 'The new records, in the order of the body.') },
      refuses: [403, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const update = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.bulk-update`,
      summary: `Change some fields of several ${place.many}`,
      description: `${TOGETHER} Fields that are not sent stay as they are.`,
      tag: place.resource.key,
      parameters: queryOfWrite(place),
      body: jsonRequestBody(listed(place.facts.limits, keyed(place)), {
        example: [keyedExample(place.resource)],
      }),
      responses: { 200: recordsOf(place, 'The updated records, in the order of the body.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const remove = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.bulk-delete`,
      summary: `Delete several ${place.many}`,
      description: 'Deletes all of them or none.',
      tag: place.resource.key,
      body: jsonRequestBody(schemaRef(schemaNames.keys(place.resource.keyColumn.type)), {
        example: [keyExample(place.resource.keyColumn)],
      }),
      responses: { 204: emptyResponse('The records are deleted.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const listed = ({ bulk }: Limits, items: Schema): Schema => ({
  type: 'array',
  minItems: 1,
  maxItems: bulk,
  items,
});

const keyed = (place: ResourcePlace): Schema => ({
  allOf: [schemaRef(schemaNames.keyed(place.resource.keyColumn.type)), payload(place, 'patch')],
});

/** Returns the keys of records in the bodies of bulk writes. */
export function bulkSchemas(
  { keyColumn }: CompiledResource,
  limits: Limits,
): Readonly<Record<string, Schema>> {
  const key = bodyKey(keyColumn);
  const id = described(key, 'The key of the record. Each may occur once.');
  return {
    [schemaNames.keys(keyColumn.type)]: listed(limits, key),
    [schemaNames.keyed(keyColumn.type)]: {
      type: 'object',
      required: ['id'],
      properties: { id },
    },
  };
}

const recordsOf = (place: ResourcePlace, description: string): Response =>
  jsonResponse(description, schemaRef(schemaNames.several(place.resource.key)));
