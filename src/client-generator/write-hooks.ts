import { DocumentReader } from './document-reader.js';
import { hooksOfProfile, hooksOfResource } from './hooks-template.js';
import { literal, nameOf } from './print-type.js';

/**
 * Returns the TypeScript of hooks for TanStack Query: `useShow`, `useStore` and so on, for every
 * resource of the client.
 *
 * @param client the module of the client, as the hooks import it
 * @throws DocumentError
 */
export function writeHooks(document: unknown, client: string): string {
  const { resources } = DocumentReader.of(document);
  const profile = resources.find((resource) => resource.profile);
  const members = [
    ...resources.map(({ key }) => `${nameOf(key)}: resourceHooks(api, ${literal(key)}),`),
    ...(profile ? ['profile: profileHooks(api),'] : []),
  ];
  return `/* eslint-disable -- a generated file follows no style guide */
// Written by \`resource-api client\` from the OpenAPI document of the service. Do not edit it.
import type { Api, Resources } from ${literal(client)};
${hooksOfResource}
${profile ? hooksOfProfile(literal(profile.key)) : ''}
/** Creates the hooks of a client: \`const { ${resources[0]!.key} } = createHooks(api)\`. */
export const createHooks = (api: Api) => ({
${members.join('\n')}
});
`;
}
