/**
 * The clients that send heavy requests, in a process of their own, so that what they receive does
 * not delay the light client. `HEAVY` contains `{ base, tokens, seconds, keys }` as JSON; each
 * token is one client, and `keys` are those of the requests, or `undefined` for all. Prints as JSON
 * how many requests of each kind ended with which status.
 */
import { Agent, request } from 'node:http';
import { heavyRequests } from './requests.mjs';

const { base, tokens, seconds, keys } = JSON.parse(process.env.HEAVY);
const sent = heavyRequests.filter(({ key }) => !keys || keys.includes(key));
const end = performance.now() + seconds * 1000;
const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
const counts = {};

/** Returns the status of a response that was received as a whole, or why it was not. */
function send({ path, accept }, token, signal) {
  return new Promise((resolve) => {
    const headers = { accept, authorization: `Bearer ${token}` };
    const fail = () => resolve(signal.aborted ? 'unfinished' : 'broken');
    const asked = request(base + path, { headers, agent, signal }, (response) => {
      response.resume().once('error', fail).once('aborted', fail);
      response.once('end', () => resolve(String(response.statusCode)));
    });
    asked.once('error', fail).end();
  });
}

async function client(token, at, signal) {
  for (let next = at; performance.now() < end; next += 1) {
    const heavy = sent[next % sent.length];
    const status = await send(heavy, token, signal);
    const ofKind = (counts[heavy.kind] ??= {});
    ofKind[status] = (ofKind[status] ?? 0) + 1;
    // A busy service rejects at once; a client that does not wait would only measure that.
    if (status === '503') await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

await Promise.all(
  tokens.map((token, at) => client(token, at, AbortSignal.timeout(seconds * 1000 + 500))),
);
console.log(JSON.stringify(counts));
process.exit();
