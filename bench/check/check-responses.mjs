import assert from 'node:assert/strict';
import { isServedBy } from '../requests.mjs';
import { factsOf, withoutFlags } from './facts.mjs';

const numbers = /{(\d+)-(\d+)}/g;

/**
 * Compares a server's responses with the dataset, record by record, because a server that returns
 * less is not faster. Writes are compared with the records read after them. Runs report their own
 * results each time.
 *
 * @param {import('./expected.mjs').ExpectedRecords} expected
 * @throws Error with the server, the path and the difference
 */
export async function checkResponses(server, requests, expected) {
  for (const request of requests.filter((one) => isServedBy(one, server))) {
    if (request.written) await checkWrite(server, request);
    else if (request.samples) await checkReads(server, request, expected);
  }
}

async function checkReads(server, request, expected) {
  for (const sample of request.samples) {
    const path = request.path.replace(numbers, String(sample));
    const response = await fetchJson(server, path);
    compare(
      factsOf(response, request.withTotal),
      factsOf(request.expect(expected, sample), request.withTotal),
      `The response of ${server.name} to ${path} differs from the dataset`,
    );
    assert.equal(
      withoutFlags(response).length,
      0,
      `The response of ${server.name} to ${path} lacks the four flags`,
    );
  }
}

async function checkWrite(server, { method, path, body, written }) {
  const { key, user, read, after, isReturned } = written;
  const readUser = async () =>
    read((await fetchJson(server, `/users/${user}?include=posts,roles`)).data);
  const before = await readUser();
  const sent = body.replace(numbers, (_all, _from, to) => to);
  const where = `${method} ${path}`;
  const response = await fetchJson(server, path.replace(numbers, String(key)), {
    method,
    body: sent,
  });
  compare(
    await readUser(),
    after(before, JSON.parse(sent)),
    `${server.name} has unexpected records after ${where}`,
  );
  if (isReturned)
    checkReturned(response, JSON.parse(sent), `The response of ${server.name} to ${where}`);
}

function checkReturned(response, sent, name) {
  const { attributes } = response.data;
  compare({ ...attributes, ...sent }, attributes, `${name} lacks sent values`);
  assert.equal(withoutFlags(response).length, 0, `${name} lacks the four flags`);
}

async function fetchJson(server, path, { method, body } = {}) {
  const headers = {
    accept: 'application/json',
    ...(body && { 'content-type': 'application/json' }),
    ...server.headers,
  };
  const response = await fetch(server.base + path, { method, body, headers });
  const json = await response.text();
  if (!response.ok)
    throw new Error(
      `${server.name} responds to ${path} with ${response.status}: ${json.slice(0, 500)}`,
    );
  return JSON.parse(json);
}

function compare(actual, expected, message) {
  try {
    assert.deepEqual(actual, expected);
  } catch (difference) {
    throw new Error(`${message}:\n${difference.message.split('\n').slice(0, 30).join('\n')}`, {
      cause: difference,
    });
  }
}
