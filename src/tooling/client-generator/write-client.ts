import type { WriteTerm } from '../client/transport.js';
import { DocumentReader } from './document-reader.js';
import { ResourcePrinter } from './print-resource.js';
import { comment, literal, member, memberName } from './print-type.js';

/** The types of relations and matches that the file can use. */
const helpers = 'AnyData BooleanMatch Many ManyToMany One OrderedMatch TextMatch'.split(' ');

/**
 * Returns the TypeScript of a client: the types of all resources, and the function `createApi`.
 *
 * @param document an OpenAPI document of this package, of any service
 * @throws DocumentError
 */
export function writeClient(document: unknown): string {
  const reader = DocumentReader.of(document);
  const resources = reader.resources.map(
    (resource) => [resource.key, new ResourcePrinter(reader, resource).print()] as const,
  );
  const members = resources.map(([key, type]) => member(key, type));
  const types = apiTypes(reader);
  const body = `${comment(`The resources of the service: ${reader.title}.`)}export interface Resources {
${members.join('\n')}
}

/** The client: \`api.${reader.resources[0]!.key}\`, and so on. */
export type Api = ${types.join(' & ')};

const facts: ApiFacts = ${factsOf(reader)};

/** Creates a client. \`url\` is the origin of the service; default: that of the page. */
export const createApi = (options: ApiOptions = {}): Api => createClient<Api>(facts, options);
`;
  const used = helpers.filter((name) => new RegExp(`: ${name}[<;]`).test(members.join()));
  const interfaces = types.map((type) => type.replace(/<.*/, ''));
  const imported = ['ApiFacts', 'ApiOptions', ...interfaces, ...used].sort();
  return `/* eslint-disable -- a generated file follows no style guide */
// Written by \`resource-api client\` from the OpenAPI document of the service. Do not edit it.
import { createClient, ${imported.map((name) => `type ${name}`).join(', ')} } from 'resource-api/client';

${body}`;
}

/** What the service offers besides its resources. */
function apiTypes(reader: DocumentReader): readonly string[] {
  const profile = reader.resources.find((resource) => resource.profile);
  return [
    'ResourceClients<Resources>',
    ...(profile ? [`ProfileApi<Resources, ${literal(profile.key)}>`] : []),
    ...(reader.hasPath(`${reader.prefix}/login`) ? ['SessionApi'] : []),
    ...(reader.hasPath(`${reader.prefix}/action_logs/revert`) ? ['UndoApi'] : []),
    'UntypedApi',
  ];
}

function factsOf(reader: DocumentReader): string {
  const resources = reader.resources.map(({ key, relations }) => {
    const lists = relations.filter(({ many }) => many);
    const targets = lists.map(({ key: name, target }) => `${memberName(name)}: ${literal(target)}`);
    return `${memberName(key)}: { ${targets.join(', ')} },`;
  });
  const profile = reader.resources.find((resource) => resource.profile)?.key ?? null;
  return `{
prefix: ${literal(reader.prefix)},
resources: {
${resources.join('\n')}
},
profile: ${literal(profile)},
terms: [${termsOf(reader).map(literal).join(', ')}],${externalOf(reader)}
}`;
}

/** The options of writes, by what a deployment can switch off. */
const terms: readonly (readonly [keyof DocumentReader['safeWrites'], WriteTerm])[] = [
  ['idempotency', 'idempotencyKey'],
  ['versions', 'ifMatch'],
  ['maxAffected', 'maxAffected'],
  ['dryRuns', 'dryRun'],
];

const termsOf = ({ safeWrites }: DocumentReader): readonly WriteTerm[] =>
  terms.filter(([name]) => safeWrites[name]).map(([, term]) => term);

/** Returns the actions that reach outside the database, if there are any. */
function externalOf(reader: DocumentReader): string {
  const members = reader.resources
    .filter(({ external }) => external.length > 0)
    .map(({ key, external }) => `${memberName(key)}: [${external.map(literal).join(', ')}],`);
  return members.length === 0 ? '' : `\nexternal: {\n${members.join('\n')}\n},`;
}
