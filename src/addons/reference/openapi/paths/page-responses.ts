import { exportFormats } from '../../../../pipeline/describing/export-formats.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { schemaRef, shared } from '../document/components.js';
import { JSON_TYPE, type Response, type Schema } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { headerRefs } from '../schemas/headers.js';
import { pageSchemas } from '../schemas/pages.js';

/** The other formats of a page, as components. @contract C17.3 */
export const exportSchemas: Readonly<Record<string, Schema>> = {
  [shared.csv]: { type: 'string', description: 'A line with the names, then one line per record.' },
  [shared.ndjson]: { type: 'string', description: 'One resource object per line.' },
};

const exports: NonNullable<Response['content']> = {
  [exportFormats.csv.mediaType]: { schema: schemaRef(shared.csv) },
  [exportFormats.ndjson.mediaType]: { schema: schemaRef(shared.ndjson) },
};

/**
 * Returns the responses with the pages of a resource, as components, each named as its schema. A
 * generator of clients may read a response of several formats as a stream, unless it is a component.
 */
export const pageResponses = (
  resource: CompiledResource,
  facts: Pick<ReferenceFacts, 'exports'>,
): Readonly<Record<string, Response>> =>
  Object.fromEntries(
    Object.keys(pageSchemas(resource)).map((name) => [name, pageOf(schemaRef(name), facts)]),
  );

/** A page can have other formats, and its links are also in a header. @contract C17.3, C17.4 */
const pageOf = (schema: Schema, facts: Pick<ReferenceFacts, 'exports'>): Response => ({
  description: 'The page.',
  headers: headerRefs([...(facts.exports ? ['Content-Disposition'] : []), 'Link']),
  content: { [JSON_TYPE]: { schema }, ...(facts.exports && exports) },
});
