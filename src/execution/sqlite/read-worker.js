import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { registerFunctions } from './sqlite-functions.js';

/*
 * A worker thread that runs reads on a connection of its own, one at a time. Plain JavaScript,
 * because Node.js loads it as a file. `ReadWorker` of read-worker-thread.ts starts it, and
 * describes the messages.
 */

const { driver, file, timeout, mapped, page } = workerData;
const MAX_STATEMENTS = 500;
/** The bytes of a value that is neither a string nor binary. */
const VALUE = 8;

const statements = new Map();
let connection = null;
let wake = () => undefined;

function open() {
  const Driver = createRequire(import.meta.url)(driver);
  const opened = new Driver(file, { readonly: true, timeout });
  opened.pragma(`mmap_size = ${mapped}`);
  registerFunctions(opened);
  return opened;
}

function prepare(sql) {
  const known = statements.get(sql);
  if (known) return known;
  connection ??= open();
  const statement = connection.prepare(sql);
  if (statement.reader) statement.raw(true);
  if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value);
  statements.set(sql, statement);
  return statement;
}

function bytesOf(row) {
  let bytes = row.length * VALUE;
  for (const value of row)
    if (typeof value === 'string') bytes += value.length;
    else if (value instanceof Uint8Array) bytes += value.byteLength;
  return bytes;
}

/** A write on this connection fails. */
function rowsOf(statement, values) {
  if (statement.reader) return statement.iterate(values);
  statement.run(values);
  return [];
}

/** Resolves to whether the service wants more rows than it has received. */
const receivePermission = () => new Promise((resolve) => (wake = resolve));

/** Sends rows in pages. While the service takes one, at most one more is read. */
async function run({ sql, values }) {
  const started = performance.now();
  let rows = [];
  let bytes = 0;
  let permission = Promise.resolve(true);
  for (const row of rowsOf(prepare(sql), values)) {
    rows.push(row);
    bytes += bytesOf(row);
    if (rows.length < page.rows && bytes < page.bytes) continue;
    if (!(await permission)) return { rows: [], milliseconds: performance.now() - started };
    permission = receivePermission();
    parentPort.postMessage({ rows });
    [rows, bytes] = [[], 0];
  }
  const milliseconds = performance.now() - started;
  return (await permission) ? { rows, milliseconds } : { rows: [], milliseconds };
}

parentPort.on('message', async (message) => {
  if (typeof message === 'boolean') return wake(message);
  try {
    parentPort.postMessage({ ...(await run(message)), isLast: true });
  } catch ({ name, code, message: text }) {
    parentPort.postMessage({ failure: { name, code, message: text } });
  }
});
