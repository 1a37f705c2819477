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
export const filePaths = ({ resources, redirectsToFiles = false }: ReferenceFacts): PathsObject =>
  resources.some(hasImages)
    ? {
        '/storage/{resource}/{record}/{file}': {
          get: show(
            'files.show',
            [pathParameter('file', 'Random characters and the extension.', string)],
            redirectsToFiles,
          ),
        },
        '/storage/{resource}/{record}/{folder}/{file}': {
          get: show(
            'files.show-named',
            [
              pathParameter('folder', 'Random characters.', string),
              pathParameter('file', 'The name of the file.', string),
            ],
            redirectsToFiles,
          ),
        },
      }
    : {};

const hasImages = ({ fields }: ReferenceFacts['resources'][number]): boolean =>
  [...fields.values()].some(({ options }) => options.image);

const show = (
  id: string,
  parameters: readonly ParameterObject[],
  redirects: boolean,
): OperationObject =>
  operation({
    id,
    summary: 'Fetch a stored file',
    description: 'Public for every client that has the path, which is an attribute of the record.',
    tag: 'files',
    parameters: [resource, record, ...parameters],
    responses: redirects ? { 302: elsewhere } : { 200: file, 206: part, 304: unchanged },
    refuses: redirects ? [404] : [404, 416],
    isPublic: true,
  });

const unchanged: Response = { description: 'The file has not changed (`If-None-Match`).' };

const elsewhere: Response = {
  description: 'The object store serves the file for a limited time.',
  headers: { Location: { description: 'The signed URL.', schema: { type: 'string' } } },
};

/** The types of uploads, and any type that an application's own code stores. @contract C10.1 */
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', ANY_TYPE];

const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));

const file: Response = {
  description: 'The file.',
  headers: { ETag: { description: 'Its version.', schema: { type: 'string' } } },
  content,
};

const part: Response = {
  description: 'The bytes of the header `Range`.',
  headers: {
    ...file.headers,
    'Content-Range': { description: 'Their positions, and the size.', schema: { type: 'string' } },
  },
  content,
};
