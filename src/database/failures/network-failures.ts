import { outcomeTable } from './failure-outcome.js';

/** Codes of Node's sockets and of mysql2, which any server's connection may end with. */
export const networkOutcomes = outcomeTable({
  lost: [
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'ECONNABORTED',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTCONN',
      'ESHUTDOWN',
    ],
    ...[
      'EHOSTUNREACH',
      'EHOSTDOWN',
      'ENETUNREACH',
      'ENETDOWN',
      'ENETRESET',
      'ENOTFOUND',
      'EAI_AGAIN',
    ],
    ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_SOCKET_CLOSED'],
    ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', 'PROTOCOL_PACKETS_OUT_OF_ORDER'],
  ],
  // No port, no descriptor or no memory for one more socket.
  busy: ['EADDRNOTAVAIL', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'],
});

/** What drivers report without a code. */
export const networkMessages = {
  lost: /^(Connection terminated|Connection lost|timeout expired|Client has encountered|Client was closed|Can't (add new command|write) .*closed|Query runner already released)/,
  busy: /^(timeout exceeded when trying to connect|Cannot use a pool after calling end|Pool is closed|Queue limit reached|The database connection is not open)/,
} as const;

/** Returns the error for a connection over which a server should have sent something. */
export const noResponse = (): Error =>
  Object.assign(new Error('The database did not respond.'), { code: 'ETIMEDOUT', fatal: true });
