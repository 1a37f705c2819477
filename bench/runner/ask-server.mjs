import { once } from 'node:events';

/** Sends a message to the process of a server, see `server/serve-measurements.ts`. @returns its reply */
export async function askServer({ child }, message) {
  const reply = once(child, 'message');
  child.send(message);
  return (await reply)[0];
}
