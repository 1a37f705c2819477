/** Whether a resource with this key exists. */
export type ResourcePredicate = (key: string) => boolean;

/** Nest's token for the {@link ResourcePredicate}. */
export const RESOURCE_PREDICATE = Symbol('resource-api:resource-predicate');
