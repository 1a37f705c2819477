import { exportFormats } from '../../../../pipeline/describing/export-formats.js';
import type { Response } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';

const content: NonNullable<Response['content']> = {
  [exportFormats.csv.mediaType]: {
    schema: { type: 'string', description: 'A line with the names, then one line per record.' },
  },
  [exportFormats.ndjson.mediaType]: {
    schema: { type: 'string', description: 'One resource object per line.' },
  },
};

/** Adds the other formats of a page, if the deployment has them. @contract C17.3 */
export const exported = (
  response: Response,
  { exports }: Pick<ReferenceFacts, 'exports'>,
): Response =>
  exports
    ? {
        ...response,
        content: { ...response.content, ...content },
        headers: {
          'Content-Disposition': {
            description: 'The name of the file, for CSV and NDJSON.',
            schema: { type: 'string' },
          },
          ...response.headers,
        },
      }
    : response;
