/**
 * `npm run verify:compose`: lints docker-compose.yml, the Dockerfile and the Kubernetes manifests,
 * and runs the services of docker-compose.yml without Docker: with the same commands, environment
 * and order, PostgreSQL, two replicas and the proxy. It sends requests through the proxy, kills a
 * replica, checks that the service continues, runs the profiles, and ends all processes that it
 * started.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkProfiles } from './check-profiles.mjs';
import { Client } from './client.mjs';
import { readCompose, startOrder } from './compose-file.mjs';
import { readDockerfile } from './dockerfile.mjs';
import { api, postgres, proxy } from './images.mjs';
import { lintKubernetes } from './lint-kubernetes.mjs';
import { lint } from './lint.mjs';
import { freePort } from './machine.mjs';
import { startNameServer } from './name-server.mjs';

const replicaAddresses = ['127.0.0.2', '127.0.0.3'];
const REQUESTS = 40;
/** The address of a client, different from that of the proxy. */
const localAddress = '127.0.0.9';

const folder = mkdtempSync(join(tmpdir(), 'resource-api-compose-'));
// PostgreSQL and the workers of the proxy do not run as root.
chmodSync(folder, 0o755);
const volume = (name) => {
  const path = join(folder, `volume-${name}`);
  mkdirSync(path, { recursive: true });
  return path;
};
const started = [];

/** Starts containers, and waits until they are healthy. */
async function up(...containers) {
  for (const container of containers) {
    started.unshift(container);
    container.start();
  }
  for (const container of containers) await container.healthy();
}

async function checkReplicas(services, image) {
  assert.deepEqual(startOrder(services), ['database', 'api', 'proxy']);
  assert.equal(services.api.deploy.replicas, 2);
  const ports = { database: await freePort(), api: await freePort(), proxy: await freePort() };
  const names = await startNameServer(() => replicaAddresses);
  const rename = (value) =>
    value
      .replace('@database:5432', `@127.0.0.1:${ports.database}`)
      .replace('uniquelocal', '127.0.0.1');
  const replicas = replicaAddresses.map((host, at) =>
    api(
      folder,
      `api-${at + 1}`,
      services.api,
      image,
      volume('storage'),
      { host, port: ports.api },
      rename,
    ),
  );
  try {
    await up(postgres(folder, services.database, ports.database));
    await up(...replicas);
    await up(proxy(folder, services.proxy, ports.proxy, ports.api, replicaAddresses, names));
    const client = new Client(`http://127.0.0.1:${ports.proxy}`);
    await client.signIn('admin@example.com', 'password');
    await seeded(replicas, client);
    await logsClientAddress(replicas, ports.proxy);
    await filesAreShared(client);
    await survivesAKill(replicas, client);
    await endsInOrder(replicas);
  } finally {
    names.close();
  }
}

async function seeded(replicas, client) {
  const { meta } = await client.get('/api/users?fields[users]=name');
  assert.equal(meta.total, 200);
  assert.equal(
    replicas.filter((replica) => replica.count('just seeded with the demo') > 0).length,
    1,
  );
  console.log('seeded once, by one of two replicas that started together');
}

/**
 * Calls the service through the proxy from another address than the proxy's own, and claims to have
 * a third one.
 */
async function logsClientAddress(replicas, port) {
  const call = get({
    host: '127.0.0.1',
    port,
    path: '/api/tags',
    localAddress,
    headers: { 'X-Forwarded-For': '192.0.2.1' },
  });
  const [response] = await once(call, 'response');
  response.resume();
  assert.equal(response.statusCode, 401);
  await once(response, 'end');
  const logged = () =>
    replicas.reduce((sum, replica) => sum + replica.count(`"clientAddress":"${localAddress}"`), 0);
  for (let at = 0; at < 50 && logged() === 0; at++) await pause(20);
  assert.equal(logged(), 1, 'the log contains the client address');
  assert.equal(
    replicas.reduce((sum, replica) => sum + replica.count('192.0.2.1'), 0),
    0,
  );
  console.log('behind the proxy, the service logs the client address');
}

async function filesAreShared(client) {
  const path = await client.uploadAvatar();
  for (let at = 0; at < 4; at++) await client.getFile(path);
  console.log('an image that one replica stored is served by both');
}

async function survivesAKill([first, second], client) {
  await alwaysResponds(client);
  assert.ok(
    first.count('/api/tags') > 0 && second.count('/api/tags') > 0,
    'each replica serves some of the requests',
  );
  await first.kill();
  await alwaysResponds(client);
  // Docker does this because of `restart: unless-stopped`.
  assert.equal(first.service.restart, 'unless-stopped');
  const before = first.count('/api/tags');
  first.start();
  await first.healthy();
  await alwaysResponds(client);
  assert.ok(first.count('/api/tags') > before, 'the replica serves requests again');
  console.log(
    `${REQUESTS} of ${REQUESTS} requests succeeded with one replica killed, and again with both`,
  );
}

async function alwaysResponds(client) {
  for (let at = 0; at < REQUESTS; at++) await client.get('/api/tags?perPage=1');
}

async function endsInOrder(replicas) {
  for (const replica of replicas) assert.equal(await replica.stop(), 0, 'a stop is graceful');
}

async function checkSqlite({ sqlite }, image) {
  assert.deepEqual(sqlite.profiles, ['sqlite']);
  assert.equal(sqlite.depends_on, undefined);
  const port = await freePort();
  const alone = api(folder, 'sqlite', sqlite, image, volume('sqlite'), { host: '127.0.0.1', port });
  await up(alone);
  const client = new Client(`http://127.0.0.1:${port}`);
  await client.signIn('reader@example.com', 'password');
  await client.get('/api/profile');
  assert.equal(await alone.stop(), 0);
  console.log('the profile sqlite runs a single service');
}

try {
  assert.deepEqual(lint(), []);
  console.log('docker-compose.yml and Dockerfile: no errors');
  assert.deepEqual(await lintKubernetes(), []);
  console.log('deploy/kubernetes: no errors');
  const [services, image] = [readCompose(), readDockerfile()];
  await checkReplicas(services, image);
  await checkSqlite(services, image);
  const withProfiles = join(folder, 'profiles');
  mkdirSync(withProfiles);
  await checkProfiles(withProfiles, up, image);
} finally {
  for (const container of started) await container.stop();
  rmSync(folder, { recursive: true, force: true });
}
