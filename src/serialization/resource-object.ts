import type { RecordFlags } from '../authorization/record-flags.js';

/** The shape of every record in an answer; its members stand in this order. @spec Resource object @contract C3.5 */
export interface ResourceObject {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, unknown>>;
  readonly meta?: RecordFlags;
  readonly pivots?: Readonly<Record<string, unknown>>;
}
