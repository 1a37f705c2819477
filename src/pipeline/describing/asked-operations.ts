/** What a caller can ask about, of a resource, a record, a field or a relation. @contract C18.1 */
export const askedOperations = [
  ...(['index', 'show', 'store', 'update', 'delete'] as const),
  ...(['attach', 'detach', 'sync', 'bulk'] as const),
] as const;
export type AskedOperation = (typeof askedOperations)[number];
