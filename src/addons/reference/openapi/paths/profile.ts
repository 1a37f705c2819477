import { schemaNames, schemaRef } from '../document/components.js';
import type { ErrorStatus } from '../../../../base/errors/index.js';
import type { PathsObject } from '../document/open-api.js';
import { queryParameters } from '../parameters/query-parameters.js';
import { jsonResponse, operation, versioned } from './operation.js';
import { formBodyOf, hasHooks, jsonBodyOf, queryOfWrite } from './records.js';
import { notModified, unlessVersion, write } from './safe-write.js';
import type { ResourcePlace } from './resource-place.js';

const tag = 'profile';
const refusedWrites: readonly ErrorStatus[] = [403, 409];

/** Returns the paths of the caller's own record. @spec Profile */
export function profilePaths(place: ResourcePlace): PathsObject {
  const { key } = place.resource;
  const record = schemaRef(schemaNames.record(key));
  const response = versioned(jsonResponse('The record of the caller.', record), place.facts);
  const draft = {
    tag,
    parameters: queryOfWrite(place),
    responses: { 200: response },
    refuses: refusedWrites,
    isOpen: hasHooks(place),
  };
  return {
    [`${place.facts.prefix}/profile`]: {
      get: operation({
        id: 'profile.show',
        summary: "Show the caller's own record",
        tag,
        parameters: [
          ...queryParameters(place.resource, 'show', place.facts),
          ...unlessVersion(place.facts),
        ],
        responses: { 200: response, ...notModified(place.facts) },
        refuses: [404],
      }),
      put: write(
        {
          ...draft,
          parameters: [...draft.parameters, ...unlessVersion(place.facts)],
          id: 'profile.update',
          summary: "Update the caller's own record",
          description: 'Validates every writable field, and writes those that are sent.',
          body: jsonBodyOf(place, 'update'),
        },
        place.facts,
        true,
      ),
      patch: write(
        {
          ...draft,
          id: 'profile.patch',
          summary: "Change some fields of the caller's own record",
          body: jsonBodyOf(place, 'patch'),
        },
        place.facts,
        true,
      ),
      post: write(
        {
          ...draft,
          id: 'profile.upload',
          summary: "Change some fields of the caller's own record with a form",
          description: 'Same as PATCH, for files, which PUT and PATCH cannot send.',
          body: formBodyOf(place, 'patch-form'),
        },
        place.facts,
        true,
      ),
    },
  };
}
