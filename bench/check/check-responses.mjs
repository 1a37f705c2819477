import assert from 'node:assert/strict';
import { isServedBy } from '../requests.mjs';
import { checkArticleWrite } from './check-articles.mjs';
import { fetchJson } from './fetch-json.mjs';
import { compare } from './compare.mjs';
import { factsOf, withoutFlags } from './facts.mjs';

const numbers = /{(\d+)-(\d+)}/g;

/**
 * Compares a server's responses with the dataset, record by record, because a server that returns
 * less is not faster. Writes are compared with the records read after them, and rows of the log are
 * counted. Runs report their own results each time.
 *
 * @param {import('./expected.mjs').ExpectedRecords} expected
 * @throws Error with the server, the path and the difference
 */
export async function checkResponses(server, requests, expected) {
  for (const request of requests.filter((one) => isServedBy(one, server))) {
    if (request.rolesAfter) await checkWrite(server, request);
    else if (request.articleAfter) await checkArticleWrite(server, request, expected);
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

/** A user near the end of the dataset, with roles. */
const WRITTEN_USER = 9_000;

async function checkWrite(server, { method, path, body, rolesAfter }) {
  const before = await readRoles(server);
  const sent = body.replace(numbers, (_all, _from, to) => to);
  await fetchJson(server, path.replace(numbers, String(WRITTEN_USER)), { method, body: sent });
  compare(
    await readRoles(server),
    new Set(rolesAfter(before, JSON.parse(sent).roles)),
    `${server.name} has unexpected roles after ${method} ${path}`,
  );
}

async function readRoles(server) {
  const { data } = await fetchJson(server, `/users/${WRITTEN_USER}?include=posts,roles`);
  return new Set(data.relationships.roles.map(({ id }) => Number(id)));
}
