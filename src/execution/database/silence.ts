/**
 * Milliseconds past the limit of a statement after which a server that said nothing at all is taken for gone: it cancels
 * statements by itself, and would have told so.
 */
const SLACK = 1_000;

/** Milliseconds that a connection may be silent while a statement is under way. */
export const longestSilence = (statementTimeout: number): number => statementTimeout + SLACK;
