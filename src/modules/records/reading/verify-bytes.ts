import type { ByteBudget } from '../../../database/read/byte-budget.js';
import { yieldToEventLoop } from '../../../database/read/yield-to-event-loop.js';
import type { LoadedNode } from '../../../database/read/loaded.js';
import { responseBytes } from '../../../serialization/record-bytes.js';
import type { Eventual } from '../../../base/when-known.js';
import type { LoadedRecordMeta } from './loaded-record-meta.js';

/**
 * Counts the bytes of a response that may be too large. JSON is first counted as the database
 * stores it, which is fast. Only if that is too large is it counted as it would be written, so that
 * all databases reject the same responses.
 *
 * @throws TooManyBytes
 * @contract C12
 */
export const verifyBytes = (
  bytes: ByteBudget,
  node: LoadedNode,
  recordMeta?: LoadedRecordMeta,
): Eventual<void> => (bytes.isTight ? count(bytes, node, recordMeta) : undefined);

async function count(
  bytes: ByteBudget,
  node: LoadedNode,
  recordMeta: LoadedRecordMeta | undefined,
): Promise<void> {
  if ((await counted(responseBytes(node, 'stored', recordMeta))) <= bytes.max) return;
  bytes.verify(await counted(responseBytes(node, 'written', recordMeta)));
}

async function counted(counting: Generator<void, number>): Promise<number> {
  for (;;) {
    const { done, value } = counting.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}
