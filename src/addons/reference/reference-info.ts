import { fieldsOf } from '../../options/reference-options.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import type { Info } from './openapi/document/open-api.js';

const about = `Records are resource objects, \`{id, type, attributes, relationships, meta}\`; keys are always strings.
Send \`Authorization: Bearer <token>\` with every request, except for operations that need no authentication. Every error
is JSON, \`{message, code}\`, and its codes are stable. HEAD is supported wherever GET is.`;

const ownCredentials = about.replace(
  '`Authorization: Bearer <token>`',
  'your credentials (see `securitySchemes`)',
);

/** Every read accepts the header, so it is described once. @contract C2.9 */
const ofViews = `
With the header \`View-As: <key of an account>\`, GET returns what that account receives, to callers who may view the API as it.`;

/** Every action on a list may be run over all records, so it is described once. @contract C6.10 */
const ofRuns = `
A run over all records reports its progress with \`Accept: application/x-ndjson\`: \`{progress}\` per chunk, then \`{status, body}\`.`;

/** Describes the API as a whole. */
export function describeInfo({
  reference,
  viewAs,
  authentication: { provider },
}: ResolvedOptions): Info {
  const { description } = reference || {};
  const general = (provider ? ownCredentials : about) + ofRuns + (viewAs ? ofViews : '');
  return {
    title: 'Resource API',
    version: '1.0.0',
    ...fieldsOf('info', reference),
    description: description === undefined ? general : `${description}\n\n${general}`,
  };
}

/** Returns the servers of the document, to which its paths are relative. */
export const serversOf = ({ reference, publicUrl }: ResolvedOptions): readonly string[] =>
  (reference ? reference.servers : undefined) ?? [publicUrl ?? '/'];
