import { once } from 'node:events';

/** What grows: records of a page, their parents, and relation levels. */
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

/** The statements that a server sends for each question, and how long the answer is. */
export async function countStatements(server) {
  const rows = [];
  for (const [title, path] of questions) {
    await ask(server, 'count');
    const response = await fetch(server.base + path, { headers: server.headers });
    const { length } = await response.text();
    if (!response.ok) throw new Error(`${server.name} answers ${path} with ${response.status}.`);
    rows.push({ title, path, length, statements: await ask(server, 'count') });
  }
  return rows;
}

async function ask({ child }, message) {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}
