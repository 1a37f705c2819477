import { parameterRef, responseRef } from './components.js';
import { mapOperations } from './map-operations.js';
import { shareSchemas } from './share-schemas.js';
import type { OpenApiDocument, Reference } from './open-api.js';

/**
 * Describes once what several operations contain in the same words: their parameters and responses
 * become components.
 */
export const withShared = (document: OpenApiDocument): OpenApiDocument =>
  withSharedSchemas(withSharedResponses(withSharedParameters(document)));

const withSharedSchemas = ({ components, ...document }: OpenApiDocument): OpenApiDocument => ({
  ...document,
  components: { ...components, schemas: shareSchemas(components.schemas) },
});

/** Parameters of several resources are named as if they belonged to a resource `api`. */
function withSharedParameters(document: OpenApiDocument): OpenApiDocument {
  const { parameters } = document.components;
  const names = new Map<string, string>();
  const shared: Record<string, (typeof parameters)[string]> = {};
  for (const [[first, parameter], ...others] of equalEntries(parameters)) {
    const name = `api${first.slice(first.indexOf('.'))}`;
    if (others.length === 0 || name in parameters || name in shared) continue;
    shared[name] = parameter;
    for (const [old] of [[first], ...others]) names.set(parameterRef(old).$ref, name);
  }
  const renamed = ({ $ref }: Reference): Reference => {
    const name = names.get($ref);
    return name === undefined ? { $ref } : parameterRef(name);
  };
  return {
    ...document,
    paths: mapOperations(document.paths, (operation) => ({
      ...operation,
      ...(operation.parameters && {
        parameters: operation.parameters.map((each) => ('$ref' in each ? renamed(each) : each)),
      }),
    })),
    components: { ...document.components, parameters: { ...parameters, ...shared } },
  };
}

/** Responses of several operations are named after the first of them: `posts.update.200`. */
function withSharedResponses(document: OpenApiDocument): OpenApiDocument {
  const all = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        '$ref' in response ? [] : [[`${operationId}.${status}`, response] as const],
      ),
    );
  const shared = new Map(
    [...equalEntries(Object.fromEntries(all))]
      .filter(({ length }) => length > 1)
      .map(([[name, response]]) => [JSON.stringify(response), name] as const),
  );
  const named = Object.fromEntries(all.filter(([name]) => [...shared.values()].includes(name)));
  return {
    ...document,
    paths: mapOperations(document.paths, (operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => {
          const name = shared.get(JSON.stringify(response));
          return [status, name === undefined ? response : responseRef(name)];
        }),
      ),
    })),
    components: {
      ...document.components,
      responses: { ...document.components.responses, ...named },
    },
  };
}

type Entries<Value> = readonly [readonly [string, Value], ...(readonly [string, Value])[]];

/** Groups entries whose values are equal, in order. */
function equalEntries<Value>(values: Readonly<Record<string, Value>>): Iterable<Entries<Value>> {
  const groups = new Map<string, [[string, Value], ...[string, Value][]]>();
  for (const entry of Object.entries(values)) {
    const text = JSON.stringify(entry[1]);
    const group = groups.get(text);
    if (group) group.push(entry);
    else groups.set(text, [entry]);
  }
  return groups.values();
}
