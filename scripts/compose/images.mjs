import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { Container } from './container.mjs';
import { hasProgram, postgresUser, programPath } from './machine.mjs';

/** The environment of every process, without the settings of the user who runs the check. */
const machine = { PATH: programPath(), LANG: 'C.UTF-8' };

/** Returns PostgreSQL, configured like the image: by the variables of its service. */
export function postgres(folder, service, port) {
  const { POSTGRES_DB, POSTGRES_USER, POSTGRES_PASSWORD } = service.environment;
  const data = join(folder, 'database');
  const user = postgresUser();
  mkdirSync(data);
  writeFileSync(join(folder, 'password'), POSTGRES_PASSWORD);
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const options = {
    ...user,
    env: { ...machine, PGPORT: String(port), PGPASSWORD: POSTGRES_PASSWORD },
    cwd: data,
  };
  const initialize = [
    '--pgdata',
    data,
    '--auth=scram-sha-256',
    '--username',
    POSTGRES_USER,
    '--encoding=UTF8',
  ];
  execFileSync('initdb', [...initialize, '--pwfile', join(folder, 'password')], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('postgres', ['--single', '-D', data, 'postgres'], {
    ...options,
    input: `create database ${POSTGRES_DB};\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const command = ['postgres', '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
  // SIGINT is a fast shutdown; the image sets it as its STOPSIGNAL.
  return new Container('database', service, { ...options, command, endBy: 'SIGINT' });
}

/** Runs the script that the image runs for a new database, and lets the server notice it. */
export async function allowReplication(database, service) {
  const { env, cwd, uid, gid } = database.run;
  const given = { ...env, ...service.environment, PGDATA: cwd, PGHOST: '127.0.0.1' };
  const options = { env: given, cwd, uid, gid, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('sh', [copied('deploy/postgres/allow-replication.sh', cwd)], options);
  execFileSync('pg_ctl', ['reload', '--pgdata', cwd], options);
}

/** Returns a standby server of the database. */
export function replica(folder, service, port, primaryPort) {
  const data = join(folder, 'replica');
  const user = postgresUser();
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  const env = {
    ...machine,
    ...service.environment,
    PGDATA: data,
    PGPORT: String(port),
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: String(primaryPort),
  };
  const [shell, script] = service.command;
  const options = ['-p', String(port), '-h', '127.0.0.1', '-k', data];
  const command = [shell, copied(join('deploy/postgres', script), folder), ...options];
  return new Container('replica', service, { ...user, env, cwd: data, command, endBy: 'SIGINT' });
}

/** Other users than root may not read this checkout. */
function copied(script, folder) {
  const copy = join(folder, basename(script));
  copyFileSync(script, copy);
  return copy;
}

/** Returns Redis with the command of its service. */
export function redis(folder, service, port) {
  const cwd = join(folder, 'redis');
  mkdirSync(cwd);
  const command = [...service.command, '--port', String(port), '--bind', '127.0.0.1'];
  const [kind, client, ...words] = service.healthcheck.test;
  const test = [kind, client, '-p', String(port), ...words];
  const here = { ...service, healthcheck: { ...service.healthcheck, test } };
  return new Container('redis', here, { command, cwd, env: machine });
}

/**
 * Returns Prometheus with the configuration of its service and the addresses of this machine.
 *
 * @param target `{ host, port, token }` of the service that it reads
 */
export function prometheus(folder, service, port, { host, port: ofTarget, token }) {
  const cwd = join(folder, 'prometheus');
  mkdirSync(join(cwd, 'data'), { recursive: true });
  copyFileSync('deploy/prometheus/alerts.yml', join(cwd, 'alerts.yml'));
  writeFileSync(join(cwd, 'metrics_token'), token);
  const configuration = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8'));
  const [{ dns_sd_configs: found, ...job }] = configuration.scrape_configs;
  assert.deepEqual([found[0].names, found[0].port], [['api'], 3000]);
  job.authorization.credentials_file = job.authorization.credentials_file.replace(
    '/run/secrets',
    cwd,
  );
  job.static_configs = [{ targets: [`${host}:${ofTarget}`] }];
  configuration.scrape_configs = [job];
  configuration.global.scrape_interval = '1s';
  writeFileSync(join(cwd, 'prometheus.yml'), stringify(configuration));
  const words = service.command.map((word) =>
    word.replace('=/etc/prometheus', `=${cwd}`).replace('=/prometheus', `=${cwd}/data`),
  );
  const command = ['prometheus', ...words, `--web.listen-address=127.0.0.1:${port}`];
  const health = (value) => value.replace(':9090', `:${port}`);
  return new Container('prometheus', service, { command, cwd, env: machine, health });
}

/**
 * Returns a replica of the service, or its worker, run like its image.
 *
 * @param volume the folder that is mounted at /app/var
 * @param address `{ host, port }` to listen on, in place of its own network
 * @param rename replaces the names of other services
 */
export function api(
  folder,
  name,
  service,
  image,
  volume,
  { host, port },
  rename = (value) => value,
) {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  for (const path of ['dist', 'node_modules', 'package.json'])
    symlinkSync(resolve(path), join(cwd, path));
  symlinkSync(volume, join(cwd, 'var'));
  const given = Object.entries({ ...image.environment, ...service.environment });
  const own = Object.fromEntries(given.map(([key, value]) => [key, rename(String(value))]));
  const env = { ...machine, ...own, HOST: host, PORT: String(port) };
  return new Container(name, service, { command: service.command ?? image.command, cwd, env });
}

/** Returns the proxy with its own configuration and the addresses of this machine. */
export function proxy(folder, service, port, apiPort, addresses, nameServer) {
  const cwd = join(folder, 'proxy');
  mkdirSync(cwd);
  const health = (value) => value.replace(':8080', `:${port}`);
  if (!hasProgram('nginx')) {
    console.log(
      'proxy: nginx is not installed; a substitute replaces it, and deploy/nginx.conf is NOT checked',
    );
    const words = [
      resolve('scripts/compose/proxy.mjs'),
      String(port),
      String(apiPort),
      ...addresses,
    ];
    return new Container('proxy', service, {
      command: [process.execPath, ...words],
      cwd,
      env: machine,
      health,
    });
  }
  const configuration = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('127.0.0.11', `127.0.0.1:${nameServer.port}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('http://api:3000', `http://api:${apiPort}`)
    .replaceAll(' /tmp/', ` ${cwd}/`);
  writeFileSync(join(cwd, 'nginx.conf'), configuration);
  const command = [
    'nginx',
    '-e',
    '/dev/stderr',
    '-p',
    cwd,
    '-c',
    join(cwd, 'nginx.conf'),
    '-g',
    'daemon off;',
  ];
  return new Container('proxy', service, { command, cwd, env: machine, health });
}
