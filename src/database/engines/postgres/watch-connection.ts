import type { Socket } from 'node:net';
import type { ClientBase, PoolClient } from 'pg';
import { noResponse } from '../../failures/network-failures.js';

/**
 * Returns pg's hook for new connections.
 *
 * @param silence milliseconds after which a connection is ended whose server sends nothing although
 * a statement is running; 0 for never
 */
export const watchConnection =
  (silence: number) =>
  (client: ClientBase): void => {
    ignoreErrorsInUse(client);
    if (silence > 0) endIfSilent(client as PoolClient, silence);
  };

/**
 * A connection that breaks fails its statement; without a listener it would also end the process.
 */
function ignoreErrorsInUse(client: ClientBase): void {
  client.on('error', () => undefined);
}

/**
 * With one timer per connection. pg's `query_timeout` creates one per statement, and each keeps what
 * was read in memory until the next full garbage collection.
 *
 * Nothing is running if nothing has been sent since pg received the last response: `drain`.
 */
function endIfSilent(client: PoolClient, silence: number): void {
  const stream = client.connection.stream as Socket;
  let completed = stream.bytesWritten;
  client.on('drain', () => {
    completed = stream.bytesWritten;
  });
  stream.setTimeout(silence);
  stream.on('timeout', () => {
    if (stream.bytesWritten > completed) stream.destroy(noResponse());
  });
}
