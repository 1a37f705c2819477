import type { SecurityScheme } from '../../../options/authentication-provider.js';
import { errorResponses, errorSchemas } from './schemas/errors.js';
import { mergeFound, type FoundApi } from './document/merge-found.js';
import type { OpenApiDocument, PathsObject, Tag } from './document/open-api.js';
import { operatorSchemas } from './parameters/match-parameters.js';
import { parameterComponents } from './parameters/query-parameters.js';
import { actionPaths } from './paths/actions.js';
import { bulkPaths } from './paths/bulk.js';
import { descriptionPaths, keyParameters } from './paths/description.js';
import { explainParameters } from './paths/explained.js';
import { exportSchemas, pageResponses } from './paths/page-responses.js';
import { filePaths } from './paths/files.js';
import { profilePaths } from './paths/profile.js';
import { recordPaths } from './paths/records.js';
import { relationPaths } from './paths/relations.js';
import { pathParameters, placeOf, type ResourcePlace } from './paths/resource-place.js';
import { safeWriteParameters } from './paths/safe-write.js';
import { hasActions, runPaths, runResponses, runSchemas } from './paths/runs.js';
import { sessionCookie, withCsrfRefusals } from './paths/session-cookie.js';
import { sessionPaths } from './paths/session.js';
import { undoPaths } from './paths/undo.js';
import { whyPaths } from './paths/why.js';
import { resourceExtensions } from './document/resource-extension.js';
import { schemeNameOf } from './document/scheme-name.js';
import type { ReferenceFacts } from './document/reference-facts.js';
import { resourceSchemas } from './resource-schemas.js';
import { descriptionSchemas } from './schemas/described-resources.js';
import { headerComponents } from './schemas/headers.js';
import { sharedSchemas } from './schemas/shared.js';
import { withShared } from './document/with-shared.js';
import { withoutUnused } from './document/without-unused.js';

/**
 * Describes the whole API in OpenAPI 3.1, from the registry and from an application's own
 * controllers. The same registry results in exactly the same document on every database.
 */
export const describeApi = (facts: ReferenceFacts, found?: FoundApi): OpenApiDocument =>
  withoutUnused(
    withShared(found ? mergeFound(describeResources(facts), found) : describeResources(facts)),
  );

function describeResources(facts: ReferenceFacts): OpenApiDocument {
  const scheme = facts.securityScheme ?? bearer(facts);
  const schemeName = schemeNameOf(scheme);
  const places = facts.resources.map((resource) => placeOf(resource, facts));
  const paths = pathsOf(places, facts);
  return {
    openapi: '3.1.0',
    ...facts.fields,
    info: facts.info,
    servers: facts.servers.map((url) => ({ url })),
    security: [{ [schemeName]: [] }, ...(facts.hasCookies ? [{ cookie: [] }] : [])],
    tags: tagsOf(places, facts),
    'x-resources': resourceExtensions(facts.resources, facts.prefix),
    'x-safe-writes': facts.safeWrites,
    paths: facts.hasCookies ? withCsrfRefusals(paths) : paths,
    components: {
      schemas: {
        ...merged(facts.resources.map((resource) => resourceSchemas(resource, facts))),
        ...descriptionSchemas,
        ...operatorSchemas(),
        ...exportSchemas,
        ...errorSchemas,
        ...sharedSchemas,
        ...runSchemas,
      },
      parameters: {
        ...merged(facts.resources.map((resource) => parameterComponents(resource, facts))),
        ...pathParameters(places),
        ...keyParameters(facts),
        ...explainParameters,
        ...safeWriteParameters,
      },
      responses: {
        ...merged(facts.resources.map((resource) => pageResponses(resource, facts))),
        ...errorResponses,
        ...runResponses,
      },
      headers: headerComponents,
      securitySchemes: {
        [schemeName]: { ...scheme },
        ...(facts.hasCookies && { cookie: sessionCookie }),
      },
    },
  };
}

function pathsOf(places: readonly ResourcePlace[], facts: ReferenceFacts): PathsObject {
  const profile = places.find(({ resource }) => resource.options.profile);
  return {
    ...sessionPaths(facts),
    ...(profile && profilePaths(profile)),
    ...descriptionPaths(facts),
    ...merged(
      places.map((place) => ({
        ...recordPaths(place),
        ...bulkPaths(place),
        ...actionPaths(place),
        ...relationPaths(place),
      })),
    ),
    ...runPaths(facts),
    ...undoPaths(facts),
    ...whyPaths(facts),
    ...filePaths(facts),
  };
}

function tagsOf(places: readonly ResourcePlace[], facts: ReferenceFacts): readonly Tag[] {
  return [
    ...(facts.issuesTokens ? [{ name: 'session', description: 'Login, logout and tokens.' }] : []),
    ...(places.some(({ resource }) => resource.options.profile)
      ? [{ name: 'profile', description: "The caller's own record." }]
      : []),
    { name: 'schema', description: 'What the caller may use.' },
    ...places.map(({ resource, many }) => ({
      name: resource.key,
      description: `The ${many}, their relations and actions.`,
    })),
    ...(hasActions(facts)
      ? [{ name: 'runs', description: 'Actions that run after their response.' }]
      : []),
    { name: 'files', description: 'Stored files.' },
  ];
}

const bearer = ({ issuesTokens }: ReferenceFacts): SecurityScheme => ({
  type: 'http',
  scheme: 'bearer',
  ...(!issuesTokens && { bearerFormat: 'JWT' }),
  description: issuesTokens
    ? 'The `access_token` of a login.'
    : "A token of the deployment's identity provider.",
});

const merged = <Value>(
  records: readonly Readonly<Record<string, Value>>[],
): Readonly<Record<string, Value>> => Object.assign({}, ...records) as Record<string, Value>;
