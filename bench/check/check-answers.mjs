import assert from 'node:assert/strict';
import { factsOf, withoutFlags } from './facts.mjs';

/**
 * Holds a server's answers against what the dataset says, record by record: a server that answers less is not faster.
 *
 * @param {import('./expected.mjs').ExpectedAnswers} expected
 * @throws Error that names server and path, with what differs
 */
export async function checkAnswers(server, requests, expected) {
  for (const request of requests) {
    for (const sample of request.samples) {
      const path = request.path.replace(/{\d+-\d+}/, String(sample));
      const answer = await fetchJson(server, path);
      const wanted = factsOf(request.expect(expected, sample), request.withTotal);
      compare(factsOf(answer, request.withTotal), wanted, `${server.name} answers ${path} otherwise than the dataset`);
      assert.equal(withoutFlags(answer).length, 0, `${server.name} answers ${path} without the four flags`);
    }
  }
}

async function fetchJson(server, path) {
  const response = await fetch(server.base + path, { headers: { accept: 'application/json', ...server.headers } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${server.name} answers ${path} with ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

function compare(actual, wanted, message) {
  try {
    assert.deepEqual(actual, wanted);
  } catch (difference) {
    throw new Error(`${message}:\n${difference.message.split('\n').slice(0, 30).join('\n')}`, { cause: difference });
  }
}
