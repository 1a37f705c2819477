import type { Limits } from '../../src/index.js';

/**
 * Limits for tests that are not about them: on a busy machine a server may take longer to let a
 * connection in than a caller would be kept waiting, and the answer would be 503.
 */
export const patientLimits: Pick<Limits, 'poolWait'> = { poolWait: 20_000 };
