import type { Socket } from 'node:net';

const statuses = new Map<string | undefined, string>([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

/**
 * Responds to requests that Node's own parser rejects and Fastify never sees: they are not HTTP,
 * their headers are too large, or they do not arrive in time. The response is plain text, and the
 * connection closes.
 *
 * @contract C1.4
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable)
    socket.write(refusal(statuses.get(error.code)));
  socket.destroy();
}

function refusal(status = '400 Bad Request'): string {
  const head = [
    'Content-Type: text/plain',
    `Content-Length: ${status.length}`,
    'Connection: close',
  ];
  return [`HTTP/1.1 ${status}`, ...head, '', status].join('\r\n');
}
