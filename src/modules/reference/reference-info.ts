import type { ResolvedOptions } from '../../options/resource-api-options.js';
import type { Info } from '../../reference/open-api.js';

const about = `Records are resource objects, \`{id, type, attributes, relationships, meta}\`; keys are strings wherever they stand.
Send \`Authorization: Bearer <token>\` with every request, unless the operation says that nobody has to sign in. Every refusal
is JSON, \`{message, code}\`, and its codes are stable. HEAD answers wherever GET does.`;

/** What the document says of itself. */
export function describeInfo({ reference }: ResolvedOptions): Info {
  const {
    title = 'Resource API',
    version = '1.0.0',
    description,
    contact,
    license,
  } = reference || {};
  return {
    title,
    version,
    description: description === undefined ? about : `${description}\n\n${about}`,
    ...(contact && { contact }),
    ...(license && { license }),
  };
}

/** Where the paths of the document begin. */
export const serversOf = ({ reference, publicUrl }: ResolvedOptions): readonly string[] =>
  (reference ? reference.servers : undefined) ?? [publicUrl ?? '/'];
