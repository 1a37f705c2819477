import { schemaNames, schemaRef, shared } from '../components.js';
import { listExample, recordExample } from '../examples.js';
import type { MediaType, Operation, Paths, RequestBody, Response } from '../open-api.js';
import { queryParameters } from '../parameters/query-parameters.js';
import { imageTypes } from '../payloads/values.js';
import { writeExample } from '../payloads/write-example.js';
import type { WriteForm } from '../payloads/write-payload.js';
import { dataOf } from '../schemas/objects.js';
import {
  eitherBody,
  formBody,
  jsonBody,
  jsonResponse,
  nothing,
  operation,
  pageResponse,
  versioned,
} from './operation.js';
import { explainable } from './explainable.js';
import { write } from './safe-write.js';
import type { ResourcePlace } from './resource-place.js';

/** Returns the paths of a resource's records. @contract C4 */
export const recordPaths = (place: ResourcePlace): Paths => ({
  [place.collection]: { get: explainable(index(place), place.facts), post: store(place) },
  [`${place.collection}/filters`]: { get: filters(place) },
  [place.record]: {
    get: explainable(show(place), place.facts),
    put: update(place),
    patch: patch(place),
    post: upload(place),
    delete: remove(place),
  },
});

const index = (place: ResourcePlace): Operation =>
  operation({
    id: `${place.resource.key}.index`,
    summary: `List ${place.many}`,
    description: `A page of the ${place.many} that the caller may see.`,
    tag: place.resource.key,
    parameters: queryParameters(place.resource, 'index', place.facts.limits),
    responses: {
      200: pageResponse(schemaRef(schemaNames.page(place.resource.key)), listExample(place)),
    },
    refuses: [403, 422],
  });

const filters = (place: ResourcePlace): Operation =>
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

const show = (place: ResourcePlace): Operation =>
  operation({
    id: `${place.resource.key}.show`,
    summary: `Show one ${place.one}`,
    tag: place.resource.key,
    parameters: [place.id, ...recordQuery(place)],
    responses: { 200: responseOf(place, 'The record.') },
    refuses: [403, 404],
  });

const store = (place: ResourcePlace): Operation =>
  write(
    {
      id: `${place.resource.key}.store`,
      summary: `Store a new ${place.one}`,
      description: 'Unknown and read-only fields are ignored.',
      tag: place.resource.key,
      parameters: recordQuery(place),
      body: eitherBody(jsonOf(place, 'store'), formOf(place, 'store-form')),
      responses: {
        201: responseOf(place, 'The new record.', {
          Location: { description: 'The URL of the record.', schema: { type: 'string' } },
        }),
      },
      refuses: [403, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    false,
  );

const update = (place: ResourcePlace): Operation =>
  write(
    {
      id: `${place.resource.key}.update`,
      summary: `Update one ${place.one}`,
      description: 'Validates every writable field, and writes only those that are sent.',
      tag: place.resource.key,
      parameters: [place.id, ...recordQuery(place)],
      body: writeBody(place, 'update'),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const patch = (place: ResourcePlace): Operation =>
  write(
    {
      id: `${place.resource.key}.patch`,
      summary: `Change some fields of one ${place.one}`,
      description: 'Validates and writes only the fields that are sent.',
      tag: place.resource.key,
      parameters: [place.id, ...recordQuery(place)],
      body: writeBody(place, 'patch'),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const upload = (place: ResourcePlace): Operation =>
  write(
    {
      id: `${place.resource.key}.upload`,
      summary: `Change some fields of one ${place.one} with a form`,
      description: 'Same as PATCH, for files, which PUT and PATCH cannot send.',
      tag: place.resource.key,
      parameters: [place.id, ...recordQuery(place)],
      body: formBody(formOf(place, 'patch-form')),
      responses: { 200: responseOf(place, 'The updated record.') },
      refuses: [403, 404, 409],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

const remove = (place: ResourcePlace): Operation =>
  write(
    {
      id: `${place.resource.key}.delete`,
      summary: `Delete one ${place.one}`,
      tag: place.resource.key,
      parameters: [place.id],
      responses: { 204: nothing('The record is deleted.') },
      refuses: [403, 404, 409, 413, 415],
      isOpen: hasHooks(place),
    },
    place.facts,
    true,
  );

/** Hooks may return any error status. @contract C4.6 */
export const hasHooks = ({ resource }: ResourcePlace): boolean =>
  resource.options.hooks !== undefined;

export const recordQuery = ({ resource, facts }: ResourcePlace) =>
  queryParameters(resource, 'show', facts.limits);

export const payload = ({ resource }: ResourcePlace, name: WriteForm) =>
  schemaRef(schemaNames.payload(resource.key, name));

/** Returns the JSON body of a write of one record. */
export function writeBody(place: ResourcePlace, name: WriteForm): RequestBody {
  const { schema, example } = jsonOf(place, name);
  return jsonBody(schema, { example });
}

const jsonOf = (place: ResourcePlace, name: WriteForm): MediaType => ({
  schema: payload(place, name),
  example: writeExample(place.resource, name),
});

const responseOf = (
  place: ResourcePlace,
  description: string,
  headers: Response['headers'] = {},
): Response => {
  const schema = dataOf(schemaRef(schemaNames.record(place.resource.key)));
  const response = jsonResponse(description, schema, { data: recordExample(place) });
  return versioned(response, place.facts, headers);
};

/** Returns a form, with the media types of its images. */
export function formOf(place: ResourcePlace, name: WriteForm): MediaType {
  const images = [...place.resource.fields.values()].filter(
    ({ options }) => options.image && !options.readOnly,
  );
  const encoding = Object.fromEntries(
    images.map((field) => [field.name, { contentType: imageTypes }] as const),
  );
  return { ...jsonOf(place, name), ...(images.length > 0 && { encoding }) };
}
