import { bodyKey } from '../../../../pipeline/describing/key-schemas.js';
import {
  bulkOperationsOf,
  type BulkOperation,
} from '../../../../registry/resources/bulk-operations.js';
import { schemaNames, schemaRef } from '../document/components.js';
import { keyExample, recordExample } from '../payloads/examples.js';
import { keyedExample, writeExample } from '../payloads/write-example.js';
import type { OperationObject, PathsObject, Response, Schema } from '../document/open-api.js';
import { described, dataOf, arrayOf } from '../schemas/objects.js';
import { jsonRequestBody, jsonResponse, emptyResponse } from './operation.js';
import { hasHooks, payload, recordQuery } from './records.js';
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

const TOGETHER = 'All of them are written, or none. Errors are keyed by index, such as `3.title`.';

const store = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.bulk-store`,
      summary: `Store several ${place.many}`,
      description: `Stores a record for each element of the body. ${TOGETHER}`,
      tag: place.resource.key,
      parameters: recordQuery(place),
      body: jsonRequestBody(listed(place, payload(place, 'store')), {
        example: [writeExample(place.resource, 'store')],
      }),
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
      description: `Validates and writes only the fields that each element contains besides \`id\`. ${TOGETHER}`,
      tag: place.resource.key,
      parameters: recordQuery(place),
      body: jsonRequestBody(listed(place, keyed(place)), {
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
      description: 'Deletes the records with the listed keys, all of them or none.',
      tag: place.resource.key,
      body: jsonRequestBody(listed(place, bodyKey(place.resource.keyColumn)), {
        example: [keyExample(place.resource.keyColumn)],
      }),
      responses: { 204: emptyResponse('The records are deleted.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const listed = ({ facts }: ResourcePlace, items: Schema): Schema => ({
  type: 'array',
  minItems: 1,
  maxItems: facts.limits.bulk,
  items,
});

const keyed = (place: ResourcePlace): Schema => ({
  allOf: [
    {
      type: 'object',
      required: ['id'],
      properties: {
        id: described(
          bodyKey(place.resource.keyColumn),
          'The key of the record. Each may occur once.',
        ),
      },
    },
    payload(place, 'patch'),
  ],
});

const recordsOf = (place: ResourcePlace, description: string): Response =>
  jsonResponse(description, dataOf(arrayOf(schemaRef(schemaNames.record(place.resource.key)))), {
    data: [recordExample(place)],
  });
