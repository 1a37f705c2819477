import { CHUNK } from '../requests.mjs';

/**
 * Sends one request that runs over all records, and waits for it to finish.
 *
 * @returns the number of chunks, and chunks per second
 * @throws Error if the response is an error, or contains another number of records
 */
export async function runOnce(server, { method, path, body, records }) {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...server.headers,
  };
  const begin = performance.now();
  const response = await fetch(server.base + path, { method, headers, body });
  const json = await response.text();
  const seconds = (performance.now() - begin) / 1000;
  if (!response.ok || findCount(JSON.parse(json)) !== records)
    throw new Error(
      `${server.name} responds to ${path} with ${response.status}: ${json.slice(0, 500)}`,
    );
  return { requests: records / CHUNK, rate: records / CHUNK / seconds };
}

/** The project returns the result of the handler as `data`. */
const findCount = ({ data, changed }) => changed ?? data?.changed;
