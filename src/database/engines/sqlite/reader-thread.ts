/** Runs one statement at a time for a {@link ThreadReader}, on a thread of its own. */
import { workerData } from 'node:worker_threads';
import { bytesOf } from '../../connection/row-bytes.js';
import type { Row } from '../../connection/database.js';
import { openReader } from './open-reader.js';
import type { ReaderReply, ReaderStatement, ThreadData } from './thread-messages.js';

/** Bytes of rows per message: the thread that serves requests receives them in short steps. */
const PART = 64 * 1024;

const { file, timeout, port } = workerData as ThreadData;
const connection = openReader(file, timeout);

port.on('message', (statement: ReaderStatement) => {
  try {
    port.postMessage(read(statement));
  } catch (error) {
    const { name, message, code } = error as Error & { readonly code?: string };
    port.postMessage({ error: { name, message, code } } satisfies ReaderReply);
  }
});

/** Sends all rows but the last ones, which it returns. */
function read({ sql, values, stopped }: ReaderStatement): ReaderReply {
  const started = performance.now();
  let [rows, bytes]: [Row[], number] = [[], 0];
  for (const row of connection.each(sql, values)) {
    rows.push(row);
    bytes += bytesOf(row);
    if (bytes < PART) continue;
    if (Atomics.load(stopped, 0) !== 0) break;
    port.postMessage({ rows, bytes } satisfies ReaderReply);
    [rows, bytes] = [[], 0];
  }
  return { rows, bytes, milliseconds: performance.now() - started };
}
