import type { ReferenceFacts } from '../document/reference-facts.js';
import {
  ANY_TYPE,
  type OperationObject,
  type ParameterObject,
  type PathsObject,
  type Response,
} from '../document/open-api.js';
import { operation, pathParameter } from './operation.js';

const string = { type: 'string', minLength: 1 };
const resource = pathParameter('resource', 'The key of the resource.', string);
const record = pathParameter('record', 'The key of the record.', string);

/** Returns the paths of stored files, which image attributes contain. @contract C10.2, C10.4 */
export const filePaths = ({ resources }: ReferenceFacts): PathsObject =>
  resources.some(hasImages)
    ? {
        '/storage/{resource}/{record}/{file}': {
          get: show('files.show', [
            pathParameter('file', 'Random characters and the extension.', string),
          ]),
        },
        '/storage/{resource}/{record}/{folder}/{file}': {
          get: show('files.show-named', [
            pathParameter('folder', 'Random characters.', string),
            pathParameter('file', 'The name of the file.', string),
          ]),
        },
      }
    : {};

const hasImages = ({ fields }: ReferenceFacts['resources'][number]): boolean =>
  [...fields.values()].some(({ options }) => options.image);

const show = (id: string, parameters: readonly ParameterObject[]): OperationObject =>
  operation({
    id,
    summary: 'Fetch a stored file',
    description: 'Public for every client that has the path, which is an attribute of the record.',
    tag: 'files',
    parameters: [resource, record, ...parameters],
    responses: {
      200: file,
      304: { description: 'The file has not changed (`If-None-Match`).' },
    },
    refuses: [404],
    isPublic: true,
  });

/** The types of uploads, and any type that an application's own code stores. @contract C10.1 */
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', ANY_TYPE];

const file: Response = {
  description: 'The file.',
  headers: { ETag: { description: 'Its version.', schema: { type: 'string' } } },
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
};
