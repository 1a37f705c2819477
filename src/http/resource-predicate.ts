/** Whether a resource of that key is served. */
export type ResourcePredicate = (key: string) => boolean;

/** Nest's token for the {@link ResourcePredicate}. */
export const RESOURCE_PREDICATE = Symbol('resource-api:resource-predicate');
