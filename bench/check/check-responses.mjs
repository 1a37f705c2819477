import assert from 'node:assert/strict';
import { isAnswered } from '../requests.mjs';
import { factsOf, withoutFlags } from './facts.mjs';

const numbers = /{(\d+)-(\d+)}/g;

/**
 * Holds a server's answers against what the dataset says, record by record: a server that answers
 * less is not faster. Writes are held against what is read after them. Runs say themselves what
 * they did, each time.
 *
 * @param {import('./expected.mjs').ExpectedAnswers} expected
 * @throws Error that names server and path, with what differs
 */
export async function checkResponses(server, requests, expected) {
  for (const request of requests.filter((one) => isAnswered(one, server))) {
    if (request.rolesAfter) await checkWrite(server, request);
    else if (request.samples) await checkReads(server, request, expected);
  }
}

async function checkReads(server, request, expected) {
  for (const sample of request.samples) {
    const path = request.path.replace(numbers, String(sample));
    const answer = await fetchJson(server, path);
    const wanted = factsOf(request.expect(expected, sample), request.withTotal);
    compare(
      factsOf(answer, request.withTotal),
      wanted,
      `${server.name} answers ${path} otherwise than the dataset`,
    );
    assert.equal(
      withoutFlags(answer).length,
      0,
      `${server.name} answers ${path} without the four flags`,
    );
  }
}

/** A user of the dataset's end, who has roles. */
const WRITTEN_USER = 9_000;

async function checkWrite(server, { method, path, body, rolesAfter }) {
  const before = await readRoles(server);
  const sent = body.replace(numbers, (_all, _from, to) => to);
  await fetchJson(server, path.replace(numbers, String(WRITTEN_USER)), { method, body: sent });
  const wanted = rolesAfter(before, JSON.parse(sent).roles);
  compare(
    await readRoles(server),
    new Set(wanted),
    `${server.name} leaves other roles after ${method} ${path}`,
  );
}

async function readRoles(server) {
  const { data } = await fetchJson(server, `/users/${WRITTEN_USER}?include=posts,roles`);
  return new Set(data.relationships.roles.map(({ id }) => Number(id)));
}

async function fetchJson(server, path, { method, body } = {}) {
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...server.headers,
  };
  const response = await fetch(server.base + path, { method, body, headers });
  const text = await response.text();
  if (!response.ok)
    throw new Error(
      `${server.name} answers ${path} with ${response.status}: ${text.slice(0, 500)}`,
    );
  return JSON.parse(text);
}

function compare(actual, wanted, message) {
  try {
    assert.deepEqual(actual, wanted);
  } catch (difference) {
    throw new Error(`${message}:\n${difference.message.split('\n').slice(0, 30).join('\n')}`, {
      cause: difference,
    });
  }
}
