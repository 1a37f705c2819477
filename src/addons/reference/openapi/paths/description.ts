import type { PathsObject } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { descriptionOf } from '../schemas/described-resources.js';
import { jsonResponse, operation, pathParameter } from './operation.js';

const tag = 'schema';

/**
 * Returns the paths that describe the resources to a caller; none if the deployment switches them
 * off.
 * @contract C17.1
 */
export const descriptionPaths = ({
  describesResources,
  prefix,
  resources,
}: ReferenceFacts): PathsObject =>
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
            parameters: [
              pathParameter('key', 'The key of the resource.', {
                type: 'string',
                enum: resources.map(({ key }) => key),
              }),
            ],
            responses: { 200: jsonResponse('The resource.', descriptionOf('one')) },
            refuses: [404],
          }),
        },
      }
    : {};
