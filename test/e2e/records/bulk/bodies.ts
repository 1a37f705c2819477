import type { RecordBody } from '../writing/bodies.js';

/** The records of a bulk store or update. */
export interface RecordsBody {
  readonly data: readonly RecordBody['data'][];
}
