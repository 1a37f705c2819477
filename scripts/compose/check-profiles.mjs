/**
 * Checks the profiles of docker-compose.yml, which add engines to the demo: runs all of them
 * together, and that each file of settings is a part of `all.env`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import compileTests, { compiledFile } from '../../test/support/runner/compile-tests.js';
import { Client } from './client.mjs';
import { readCompose, readProfiles, startOrder } from './compose-file.mjs';
import { checkMetrics } from './check-metrics.mjs';
import { allowReplication, api, postgres, redis, replica } from './images.mjs';
import { freePort, programPath } from './machine.mjs';

/** A fifth of a second each. */
const ATTEMPTS = 300;

/**
 * @param folder for the files of the processes
 * @param up starts containers, and waits until they are healthy
 */
export async function checkProfiles(folder, up, image) {
  const profiles = readProfiles();
  verifyParts(profiles);
  const services = readCompose(profiles.all);
  const active = profiles.all.COMPOSE_PROFILES.split(',');
  for (const name of ['database', 'replica', 'redis', 'objects', 'worker', 'prometheus', 'grafana'])
    assert.ok(startOrder(services, active).includes(name), `${name} is in a profile`);
  const ports = { database: await freePort(), replica: await freePort(), redis: await freePort() };
  const database = postgres(folder, services.database, ports.database);
  // The gateway of the image cannot be installed here; Ceph's speaks the same protocol.
  await compileTests();
  const { credentials, PrivateObjectStore } = await import(
    resolve(compiledFile('test/support/private-object-store.ts'))
  );
  const store = await PrivateObjectStore.start();
  try {
    await store.client.send(new CreateBucketCommand({ Bucket: bucketOf(services.api) }));
    await up(database);
    await allowReplication(database, services.database);
    await up(
      replica(folder, services.replica, ports.replica, ports.database),
      redis(folder, services.redis, ports.redis),
    );
    const address = { host: '127.0.0.1', port: await freePort() };
    const rename = renamed(ports, store, credentials);
    const service = api(folder, 'api', services.api, image, folder, address, rename);
    await up(service);
    const client = new Client(`http://${address.host}:${address.port}`);
    await client.signIn('reader@example.com', 'password');
    await readsFromReplica(client, ports.replica, services.database);
    await countsInRedis(client, ports.redis);
    await storesObjects(client, store, bucketOf(services.api));
    const worker = api(folder, 'worker', services.worker, image, folder, address, rename);
    await runsInWorker(client, () => up(worker));
    await checkMetrics(folder, up, services, { ...address, token: profiles.all.METRICS_TOKEN });
    for (const process of [worker, service]) assert.equal(await process.stop(), 0);
  } finally {
    await store.remove();
  }
}

/** Each file sets what `all.env` sets for its profiles. */
function verifyParts({ all, ...parts }) {
  const together = Object.assign({}, ...Object.values(parts));
  const active = Object.values(parts).map((part) => part.COMPOSE_PROFILES);
  assert.deepEqual({ ...together, COMPOSE_PROFILES: all.COMPOSE_PROFILES }, all);
  assert.deepEqual(active.toSorted(), all.COMPOSE_PROFILES.split(',').toSorted());
}

const bucketOf = ({ environment }) => new URL(environment.STORAGE_URL).host;

/** Replaces the addresses of other containers and the account of the object store. */
const renamed = (ports, store, credentials) => {
  const replaced = {
    'resource-api': credentials.accessKeyId,
    'resource-api-secret': credentials.secretAccessKey,
  };
  return (value) =>
    replaced[value] ??
    value
      .replace('@database:5432', `@127.0.0.1:${ports.database}`)
      .replace('@replica:5432', `@127.0.0.1:${ports.replica}`)
      .replace('//redis:6379', `//127.0.0.1:${ports.redis}`)
      .replace('http://objects:7070', store.endpoint)
      .replace('uniquelocal', '127.0.0.1');
};

async function readsFromReplica(client, port, { environment }) {
  for (let at = 0; at < 20; at++) await client.get('/api/tags?perPage=1');
  const { POSTGRES_USER: user, POSTGRES_DB: name, POSTGRES_PASSWORD: password } = environment;
  const sql = `select count(*) from pg_stat_activity where usename = '${user}' and query like '%"tags"%' and pid <> pg_backend_pid()`;
  const words = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', name, '-tAc', sql];
  const env = { PATH: programPath(), PGPASSWORD: password };
  const found = execFileSync('psql', words, { env, encoding: 'utf8' });
  assert.ok(Number(found) > 0, 'the replica serves reads');
  console.log('the streaming replica serves reads');
}

async function countsInRedis(client, port) {
  await client.get('/api/profile');
  const words = ['-p', String(port), '--scan', '--pattern', '*user*'];
  const found = execFileSync('redis-cli', words, { encoding: 'utf8' });
  assert.ok(found.trim() !== '', 'Redis holds the count of a user');
  console.log('Redis counts the requests of a user');
}

async function storesObjects(client, store, bucket) {
  await client.getFile(await client.uploadAvatar());
  assert.equal((await store.keysIn(bucket)).length, 1);
  console.log('an image is stored in the bucket, and served');
}

/** @param startWorker starts the worker; until then, the service leaves the run to it */
async function runsInWorker(client, startWorker) {
  await client.signIn('admin@example.com', 'password');
  const { data: run } = await client.startRun('/api/posts/actions?action=publish-posts');
  const read = async () => (await client.get(`/api/runs/${run.id}`)).data;
  assert.equal((await read()).status, 'queued');
  await startWorker();
  for (let at = 0; at < ATTEMPTS && (await read()).status !== 'finished'; at++) await pause(200);
  assert.equal((await read()).status, 'finished');
  console.log('the worker runs a long action');
}
