import { fieldsOf } from '../../options/reference-options.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import type { Info } from '../../reference/open-api.js';

const about = `Records are resource objects, \`{id, type, attributes, relationships, meta}\`; keys are strings wherever they stand.
Send \`Authorization: Bearer <token>\` with every request, unless the operation says that nobody has to sign in. Every refusal
is JSON, \`{message, code}\`, and its codes are stable. HEAD answers wherever GET does.`;

const ownCredentials = about.replace(
  '`Authorization: Bearer <token>`',
  'your credentials (see `securitySchemes`)',
);

/** Describes the API as a whole. */
export function describeInfo({ reference, authentication: { provider } }: ResolvedOptions): Info {
  const { description } = reference || {};
  const general = provider ? ownCredentials : about;
  return {
    title: 'Resource API',
    version: '1.0.0',
    ...fieldsOf('info', reference),
    description: description === undefined ? general : `${description}\n\n${general}`,
  };
}

/** Where the paths of the document begin. */
export const serversOf = ({ reference, publicUrl }: ResolvedOptions): readonly string[] =>
  (reference ? reference.servers : undefined) ?? [publicUrl ?? '/'];
