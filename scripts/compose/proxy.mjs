/**
 * Replaces nginx if it is not installed: rotates between the replicas, and skips those that it
 * cannot reach.
 */
import { createServer, request } from 'node:http';

const [listenPort, targetPort, ...addresses] = process.argv.slice(2);
let turn = 0;

createServer(async (incoming, outgoing) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  forward(incoming, Buffer.concat(chunks), outgoing, addresses.length);
}).listen(Number(listenPort), '127.0.0.1');

function forward(incoming, body, outgoing, attempts) {
  const host = addresses[turn++ % addresses.length];
  const { method, url } = incoming;
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
  request({ host, port: targetPort, method, path: url, headers }, (response) => {
    outgoing.writeHead(response.statusCode, response.headers);
    response.pipe(outgoing);
  })
    .on('error', () => {
      if (attempts > 1) forward(incoming, body, outgoing, attempts - 1);
      else outgoing.writeHead(503, { 'Retry-After': '1' }).end();
    })
    .end(body);
}
