/**
 * Milliseconds past the limit of a statement after which a server that said nothing at all is taken
 * for gone: it cancels statements by itself, and would have told so.
 */
const SLACK = 1_000;

/**
 * Milliseconds that a connection may be silent while a statement is under way.
 *
 * @param statementTimeout milliseconds; 0 where statements have no limit, as on TypeORM's command
 * line
 * @returns 0 where it may be silent for ever
 */
export const socketTimeoutFor = (statementTimeout: number): number =>
  statementTimeout === 0 ? 0 : statementTimeout + SLACK;
