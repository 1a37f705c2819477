/** Reports a server that the service does not support. */
export class UnservedDatabaseError extends Error {}
