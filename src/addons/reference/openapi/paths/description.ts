import type { ParameterObject, PathsObject } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { parameterRef } from '../document/components.js';
import { query } from '../parameters/reading-parameters.js';
import { descriptionOf } from '../schemas/described-resources.js';
import { jsonResponse, operation, pathParameter } from './operation.js';

const tag = 'schema';
const KEY = 'api.key';
const MEMBERS = 'api.fields';

/** The parameters of paths about any resource, as components. */
export const keyParameters = ({
  resources,
}: Pick<ReferenceFacts, 'resources'>): Readonly<Record<string, ParameterObject>> => ({
  [MEMBERS]: query('fields', 'The members to return: `label,group`.', { type: 'string' }),
  [KEY]: pathParameter('key', 'The key of the resource.', {
    type: 'string',
    enum: resources.map(({ key }) => key),
  }),
});

/** Refers to the key of a resource. */
export const resourceKey = parameterRef(KEY);

const members = parameterRef(MEMBERS);

/**
 * Returns the paths that describe the resources to a caller; none if the deployment switches them
 * off.
 * @contract C17.1
 */
export const descriptionPaths = ({ describesResources, prefix }: ReferenceFacts): PathsObject =>
  describesResources
    ? {
        [`${prefix}/_schema`]: {
          get: operation({
            id: 'schema.index',
            summary: 'Describe the resources',
            description:
              'What the caller may use: fields, relations, actions and query parameters of each resource.',
            tag,
            parameters: [members],
            responses: { 200: jsonResponse('The resources.', descriptionOf('all')) },
          }),
        },
        [`${prefix}/_schema/{key}`]: {
          get: operation({
            id: 'schema.show',
            summary: 'Describe one resource',
            tag,
            parameters: [resourceKey, members],
            responses: { 200: jsonResponse('The resource.', descriptionOf('one')) },
            refuses: [404],
          }),
        },
      }
    : {};
