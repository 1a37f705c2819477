import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployment } from '../../dist/demo/deployment.js';
import { Role } from '../../dist/demo/resources/roles/role.entity.js';
import { User } from '../../dist/demo/resources/users/user.entity.js';
import { readEnvironment } from '../../dist/src/index.js';
import { createTestApplication } from '../../dist/src/testing/index.js';

/** The names of the measured requests. */
export const requests = ['store', 'update', 'attach', 'sync'];

/**
 * Starts the demo on an empty database.
 *
 * @param offer the options of `safeWrites`, and the headers of each write, where `#` is replaced by
 * the number of the write
 */
export async function startWriter(database, { safeWrites, headers = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-safe-writes-'));
  const environment = { DATABASE_URL: database, STORAGE_PATH: folder, LOG_LEVEL: 'silent' };
  const demo = deployment(readEnvironment(environment));
  const test = await createTestApplication({
    ...demo,
    options: { ...demo.options, safeWrites },
    database,
  });
  const client = test.as(await test.factory(User).create({ is_admin: true }));
  const requestOf = await prepareRequests(test, client);
  let number = 0;
  const numbered = ([name, value]) => [name, value.replace('#', String(number))];
  return {
    /** @throws Error if the response is not a success */
    async write(name) {
      number += 1;
      const sender = client.with(Object.fromEntries(Object.entries(headers).map(numbered)));
      const response = await sender.send(...requestOf[name](number));
      if (response.status >= 300) throw new Error(JSON.stringify(response.body));
    },
    async stop() {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the requests by name; each takes the number of the write. */
async function prepareRequests(test, client) {
  const writer = await test.factory(User).create();
  const roles = (await test.factory(Role).createMany(6)).map(({ id }) => id);
  const { body } = await client.post('/posts', { title: 'Post', status: 'draft' });
  return {
    store: (number) => ['POST', '/posts', { title: `Post ${number}`, status: 'draft' }],
    update: (number) => ['PATCH', `/posts/${body.data.id}`, { title: `Title ${number}` }],
    attach: (number) => [
      ...['POST', `/users/${writer.id}/${number % 2 ? 'attach' : 'detach'}/roles`],
      { roles: roles.slice(0, 2) },
    ],
    sync: (number) => [
      ...['POST', `/users/${writer.id}/sync/roles`],
      { roles: number % 2 ? roles.slice(0, 3) : roles.slice(3) },
    ],
  };
}
