/** Sends a request and returns the response. @throws Error with the response if it is an error */
export async function fetchJson(server, path, { method, body } = {}) {
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
