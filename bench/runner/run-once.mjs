import { CHUNK } from '../requests.mjs';

/**
 * Sends one request that runs over all records, and waits for its end.
 *
 * @returns the chunks that the run took, and chunks a second
 * @throws Error when the answer is an error, or tells of another number of records
 */
export async function runOnce(server, { method, path, body, records }) {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...server.headers,
  };
  const begin = performance.now();
  const response = await fetch(server.base + path, { method, headers, body });
  const text = await response.text();
  const seconds = (performance.now() - begin) / 1000;
  if (!response.ok || findCount(JSON.parse(text)) !== records)
    throw new Error(
      `${server.name} answers ${path} with ${response.status}: ${text.slice(0, 500)}`,
    );
  return { requests: records / CHUNK, rate: records / CHUNK / seconds };
}

/** The project answers what the handler returned under `data`. */
const findCount = ({ data, changed }) => changed ?? data?.changed;
