/**
 * Records per page of an index, and per parent of a relation, if neither the request nor the
 * resource sets another number. @contract C5.4
 */
export const DEFAULT_PAGE_SIZE = 15;
