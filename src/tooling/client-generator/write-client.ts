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
  const [{ key: example }] = reader.resources;
  const members = reader.resources
    .map((resource) => member(resource.key, new ResourcePrinter(reader, resource).print()))
    .join('\n');
  const apis = apisOf(reader);
  const queries = `<Resources, ${reader.profile === null ? 'never' : literal(reader.profile)}>`;
  const imported = [
    ...['ApiFacts', 'ApiOptions', 'ApiQueries', ...apis.map((type) => type.replace(/<.*/, ''))],
    ...helpers.filter((name) => new RegExp(`: ${name}[<;]`).test(members)),
  ];
  return `/* eslint-disable -- a generated file follows no style guide */
// Written by \`resource-api client\` from the OpenAPI document of the service. Do not edit it.
// To write it again: npx resource-api client --out <this file>, with --from for a running service or a document.
import {
  createClient,
  queriesOf,
  ${imported
    .sort()
    .map((name) => `type ${name},`)
    .join('\n')}
} from 'resource-api/client';

${comment(`The resources of the service: ${reader.title}.`)}export interface Resources {
${members}
}

/** The client: \`api.${example}\`, and so on. */
export type Api = ${apis.join(' & ')};

const facts: ApiFacts = ${factsOf(reader)};

/** Creates a client. \`url\` is the origin of the service; default: that of the page. */
export const createApi = (options: ApiOptions = {}): Api => createClient<Api>(facts, options);

/** Creates options for TanStack Query: \`useQuery(queries.${example}.index())\`. */
export const createQueries = (api: Api): ApiQueries${queries} => queriesOf${queries}(api);
`;
}

/** Returns the types of what the service offers. */
function apisOf(reader: DocumentReader): readonly string[] {
  return [
    'ResourceClients<Resources>',
    ...(reader.profile === null ? [] : [`ProfileApi<Resources, ${literal(reader.profile)}>`]),
    ...(reader.hasPath(`${reader.prefix}/login`) ? ['SessionApi'] : []),
    ...(reader.hasPath(`${reader.prefix}/action_logs/revert`) ? ['UndoApi'] : []),
    ...(reader.hasPath(`${reader.prefix}/runs/{id}/cancel`) ? ['RunsApi'] : []),
    'UntypedApi',
  ];
}

function factsOf(reader: DocumentReader): string {
  const resources = reader.resources.map(({ key, relations }) => {
    const lists = relations.filter(({ many }) => many);
    const targets = lists.map(({ key: name, target }) => `${memberName(name)}: ${literal(target)}`);
    return `${memberName(key)}: { ${targets.join(', ')} },`;
  });
  return `{
prefix: ${literal(reader.prefix)},
resources: {
${resources.join('\n')}
},
profile: ${literal(reader.profile)},
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
