import type { Limits } from '../../src/index.js';

/**
 * Limits for tests about something else: on a busy machine a server may need longer to accept a
 * connection than a caller would wait, and the response would be 503. The test's own timeout is the
 * limit.
 */
export const patientLimits: Pick<Limits, 'poolWait'> = { poolWait: 300_000 };
