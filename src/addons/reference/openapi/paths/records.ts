import { responseRef, schemaNames, schemaRef, shared } from '../document/components.js';
import type { WriteForm } from '../payloads/write-payload.js';
import {
  FORM_TYPE,
  type OperationObject,
  type PathsObject,
  type RequestBody,
  type Response,
} from '../document/open-api.js';
import { queryParameters, writeParameters } from '../parameters/query-parameters.js';
import { imageTypes } from '../schemas/values.js';
import { jsonRequestBody, jsonResponse, emptyResponse, operation, versioned } from './operation.js';
import { explained } from './explained.js';
import { notModified, unlessVersion, write } from './safe-write.js';
import type { ResourcePlace } from './resource-place.js';

/** Returns the paths of a resource's records. @contract C4 */
export const recordPaths = (place: ResourcePlace): PathsObject => ({
  [place.collection]: { get: index(place), post: store(place) },
  [`${place.collection}/filters`]: { get: filters(place) },
  [place.record]: {
    get: show(place),
    put: update(place),
    patch: patch(place),
    post: upload(place),
    delete: remove(place),
  },
});

const index = (place: ResourcePlace): OperationObject =>
  explained(
    {
      id: `${place.resource.key}.index`,
      summary: `List ${place.many}`,
      tag: place.resource.key,
      parameters: queryParameters(place.resource, 'index', place.facts),
      responses: {
        200: responseRef(schemaNames.page(place.resource.key)),
      },
      refuses: [403, 422],
    },
    place.facts,
  );

const filters = (place: ResourcePlace): OperationObject =>
  operation({
    id: `${place.resource.key}.filters`,
    summary: `Describe how ${place.many} can be searched, sorted and filtered`,
    tag: place.resource.key,
    responses: {
      200: jsonResponse(
        'The columns and filters that this caller may use.',
        schemaRef(shared.queries),
      ),
    },
    refuses: [403],
  });

const show = (place: ResourcePlace): OperationObject =>
  explained(
    {
      id: `${place.resource.key}.show`,
      summary: `Show one ${place.one}`,
      tag: place.resource.key,
      parameters: [place.id, ...recordQuery(place), ...unlessVersion(place.facts)],
      responses: { 200: responseOf(place, 'The record.'), ...notModified(place.facts) },
      refuses: [403, 404],
    },
    place.facts,
  );

const store = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.store`,
      summary: `Store a new ${place.one}`,
      description: 'Unknown and read-only fields are ignored.',
      tag: place.resource.key,
      parameters: queryOfWrite(place),
      body: storeBody(place),
      responses: {
        201: responseOf(place, 'The new record.', ['Location']),
      },
      refuses: [403, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const update = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.update`,
      summary: `Update one ${place.one}`,
      description: 'Validates every writable field, and writes those that are sent.',
      tag: place.resource.key,
      parameters: [place.id, ...queryOfWrite(place), ...unlessVersion(place.facts)],
      body: jsonBodyOf(place, 'update'),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const patch = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.patch`,
      summary: `Change some fields of one ${place.one}`,
      description: 'Fields that are not sent stay as they are.',
      tag: place.resource.key,
      parameters: [place.id, ...queryOfWrite(place)],
      body: jsonBodyOf(place, 'patch'),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const upload = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.upload`,
      summary: `Change some fields of one ${place.one} with a form`,
      description: 'Same as PATCH, for files, which PUT and PATCH cannot send.',
      tag: place.resource.key,
      parameters: [place.id, ...queryOfWrite(place)],
      body: formBodyOf(place, 'patch-form'),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const remove = (place: ResourcePlace): OperationObject =>
  write(
    {
      id: `${place.resource.key}.delete`,
      summary: `Delete one ${place.one}`,
      tag: place.resource.key,
      parameters: [place.id],
      responses: { 204: emptyResponse('The record is deleted.') },
      refuses: [403, 404, 409, 413, 415],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

/** Hooks may return any error status. @contract C4.6 */
export const hasHooks = ({ resource }: ResourcePlace): boolean =>
  resource.options.hooks !== undefined;

const recordQuery = ({ resource, facts }: ResourcePlace) =>
  queryParameters(resource, 'show', facts);

export const queryOfWrite = ({ resource, facts }: ResourcePlace) =>
  writeParameters(resource, facts);

export const payload = ({ resource, payloads }: ResourcePlace, form: WriteForm) =>
  schemaRef(schemaNames.payload(resource.key, payloads[form]));

/** Returns the JSON body of a write of one record. */
export const jsonBodyOf = (place: ResourcePlace, name: WriteForm): RequestBody =>
  jsonRequestBody(payload(place, name));

/** Returns the body of a store, which is JSON or a form. */
function storeBody(place: ResourcePlace): RequestBody {
  const json = jsonBodyOf(place, 'store');
  const form = formBodyOf(place, 'store-form');
  return { ...json, content: { ...json.content, ...form.content } };
}

const responseOf = (
  place: ResourcePlace,
  description: string,
  headers: readonly string[] = [],
): Response => {
  const schema = schemaRef(schemaNames.one(place.resource.key));
  return versioned(jsonResponse(description, schema), place.facts, headers);
};

/** Returns the form of a write of one record, with the media types of its images. */
export function formBodyOf(place: ResourcePlace, name: WriteForm): RequestBody {
  const images = [...place.resource.fields.values()].filter(
    ({ options }) => options.image && !options.readOnly,
  );
  const encoding = Object.fromEntries(
    images.map((field) => [field.name, { contentType: imageTypes }] as const),
  );
  const form = {
    schema: payload(place, name),
    ...(images.length > 0 && { encoding }),
  };
  return { required: true, content: { [FORM_TYPE]: form } };
}
