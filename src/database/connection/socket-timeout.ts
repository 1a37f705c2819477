/**
 * Milliseconds after the statement timeout after which a silent server counts as lost: it would
 * have cancelled the statement and reported it.
 */
const SLACK = 1_000;

/**
 * Returns the milliseconds that a connection may be silent while a statement is running.
 *
 * @param statementTimeout milliseconds; 0 without a limit, as on TypeORM's command line
 * @returns 0 without a limit
 */
export const socketTimeoutFor = (statementTimeout: number): number =>
  statementTimeout === 0 ? 0 : statementTimeout + SLACK;
