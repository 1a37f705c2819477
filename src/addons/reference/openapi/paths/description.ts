import type { ParameterObject, PathsObject } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { parameterRef } from '../document/components.js';
import { descriptionOf } from '../schemas/described-resources.js';
import { jsonResponse, operation, pathParameter } from './operation.js';

const tag = 'schema';
const KEY = 'api.key';

/** The parameter of paths about any resource, as a component. */
export const keyParameters = ({
  resources,
}: Pick<ReferenceFacts, 'resources'>): Readonly<Record<string, ParameterObject>> => ({
  [KEY]: pathParameter('key', 'The key of the resource.', {
    type: 'string',
    enum: resources.map(({ key }) => key),
  }),
});

/** Refers to it. */
export const resourceKey = parameterRef(KEY);

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
            responses: { 200: jsonResponse('The resources.', descriptionOf('all')) },
          }),
        },
        [`${prefix}/_schema/{key}`]: {
          get: operation({
            id: 'schema.show',
            summary: 'Describe one resource',
            tag,
            parameters: [resourceKey],
            responses: { 200: jsonResponse('The resource.', descriptionOf('one')) },
            refuses: [404],
          }),
        },
      }
    : {};
