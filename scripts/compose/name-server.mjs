import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const HEADER = 12;
/** The flags of a response to one question, with recursion. */
const RESPONSE_FLAGS = 0x8180;
const POINTER_TO_QUESTION = 0xc00c;
const SECONDS_TO_KEEP = 1;

/**
 * A name server that returns the addresses of a service's replicas for every name, like Docker's.
 *
 * @param addresses returns the current addresses, for each question
 */
export async function startNameServer(addresses) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) =>
    socket.send(respond(question, addresses()), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}

function respond(message, addresses) {
  const endOfName = message.indexOf(0, HEADER) + 1;
  const question = message.subarray(HEADER, endOfName + 4);
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(message.readUInt16BE(0), 0);
  header.writeUInt16BE(RESPONSE_FLAGS, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, question, ...addresses.map(record)]);
}

function record(address) {
  const fields = Buffer.alloc(12);
  fields.writeUInt16BE(POINTER_TO_QUESTION, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt32BE(SECONDS_TO_KEEP, 6);
  fields.writeUInt16BE(4, 10);
  return Buffer.concat([fields, Buffer.from(address.split('.').map(Number))]);
}
