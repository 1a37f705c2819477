/**
 * Returns a part of a document with what its references point to in their place. A reference to
 * something that contains the part stays.
 */
export function resolveReferences(document: object, part: any, path: readonly string[] = []): any {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => resolveReferences(document, each, path));
  const { $ref, ...rest } = part as Readonly<Record<string, any>>;
  if (typeof $ref === 'string' && path.includes($ref)) return part;
  if (typeof $ref === 'string')
    return { ...resolveReferences(document, partAt(document, $ref), [...path, $ref]), ...rest };
  return Object.fromEntries(
    Object.entries(rest).map(([name, each]) => [name, resolveReferences(document, each, path)]),
  );
}

/** Returns what a pointer such as `#/components/schemas/posts.page` points to. */
const partAt = (document: object, pointer: string): unknown =>
  pointer
    .replace('#/', '')
    .split('/')
    .reduce<any>((part, name) => part[name], document);
