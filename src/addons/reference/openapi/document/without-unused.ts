import type { Components, OpenApiDocument } from './open-api.js';

const POINTER = /^#\/components\/(schemas|parameters|responses|headers)\/(.+)$/;

type Kind = 'schemas' | 'parameters' | 'responses' | 'headers';

/** Removes the components that its paths do not refer to, and the tags without operations. */
export function withoutUnused(document: OpenApiDocument): OpenApiDocument {
  const used = new Set<string>();
  visit(document.paths, document.components, used);
  const kept = <Value>(
    kind: Kind,
    components: Readonly<Record<string, Value>>,
  ): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(components).filter(([name]) => used.has(`#/components/${kind}/${name}`)),
    );
  const { schemas, parameters, responses, headers, ...others } = document.components;
  const tags = new Set(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ tags: named }) => named),
    ),
  );
  return {
    ...document,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: {
      schemas: kept('schemas', schemas),
      parameters: kept('parameters', parameters),
      responses: kept('responses', responses),
      headers: kept('headers', headers),
      ...others,
    },
  };
}

/** Follows every pointer once. */
function visit(value: unknown, components: Components, used: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as { $ref?: unknown };
  const [, kind, name] = typeof $ref === 'string' ? (POINTER.exec($ref) ?? []) : [];
  if (kind !== undefined && name !== undefined && !used.has($ref as string)) {
    used.add($ref as string);
    visit(components[kind as Kind][name], components, used);
  }
  for (const member of Object.values(value)) visit(member, components, used);
}
