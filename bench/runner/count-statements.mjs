import { once } from 'node:events';

/** Queries with a growing number of records, parents and relation levels. */
const questions = [
  ['a page of 1', '/users?perPage=1'],
  ['a page of 15', '/users'],
  ['a page of 100', '/users?perPage=100'],
  ['15 x 15', '/users?include=posts'],
  ['100 x 15', '/users?perPage=100&include=posts'],
  ['15 x 15 x 15', '/users?include=posts.comments'],
  ['100 x 15 x 15', '/users?perPage=100&include=posts.comments'],
  ['a record, two relations', '/users/200?include=posts,roles'],
  ['a record, two relations, three levels', '/users/200?include=posts.comments,roles'],
];

/** Returns the statements of a server for each query, and the length of the response. */
export async function countStatements(server) {
  const rows = [];
  for (const [title, path] of questions) {
    await ask(server, 'count');
    const response = await fetch(server.base + path, { headers: server.headers });
    const { length } = await response.text();
    if (!response.ok)
      throw new Error(`${server.name} responds to ${path} with ${response.status}.`);
    rows.push({ title, path, length, statements: await ask(server, 'count') });
  }
  return rows;
}

/** Sends a message to the process of a server. @returns its reply */
export async function ask({ child }, message) {
  const reply = once(child, 'message');
  child.send(message);
  return (await reply)[0];
}
