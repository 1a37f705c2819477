import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../runner/count-statements.mjs';
import { tail } from '../runner/logs.mjs';
import { findFreePort, untilListening } from '../runner/ports.mjs';
import { measureLoad } from './measure-load.mjs';
import { startProject } from './start-project.mjs';

const MOST = 4;
/** Connections of clients: a process with less to do spends more time per request on waking up. */
const PER_REPLICA = 16;
const SAMPLES = 100;
const RECORD = '/users/{1-10000}?include=posts,roles';

/** Measures one request through a proxy with one to four processes behind it. */
export async function measureReplicas(ground) {
  const figures = [];
  for (let count = 1; count <= MOST; count++) {
    const replicas = [];
    for (let at = 1; at <= count; at++)
      replicas.push(await startProject(`replica ${at} of ${count}`, ground));
    const proxy = await startProxy(replicas, ground);
    const { tokens } = replicas[0];
    const target = {
      name: `${count} replicas`,
      base: proxy.base,
      tokens,
      pids: replicas.flatMap(({ pids }) => pids),
      proxy: proxy.pid,
    };
    const connections = count * PER_REPLICA;
    const load = await measureLoad(target, RECORD, ground, { connections });
    const statements = await statementsOf(replicas, proxy.base);
    figures.push({ title: String(count), ...load, statements });
    proxy.stop();
    for (const replica of replicas) await replica.stop();
  }
  return figures;
}

/** Returns the statements per request, of requests that are sent one after another. */
async function statementsOf(replicas, base) {
  const counted = async () => {
    const counts = [];
    for (const replica of replicas) counts.push(await ask(replica, 'count'));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const [{ headers }] = replicas;
  await counted();
  for (let user = 1; user <= SAMPLES; user++) {
    const response = await fetch(`${base}/users/${user}?include=posts,roles`, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A replica responds with ${response.status}.`);
  }
  return (await counted()) / SAMPLES;
}

/** @throws Error if nginx is not installed */
async function startProxy(replicas, { logs, processes }) {
  const port = await findFreePort();
  const file = join(logs, 'nginx.conf');
  const log = join(logs, 'nginx.log');
  writeFileSync(file, settings(port, replicas, logs));
  const child = processes.start(['nginx', '-e', log, '-p', logs, '-c', file, '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  await untilListening(child, port, () => `nginx did not start:\n${tail(log)}`);
  const base = `http://127.0.0.1:${port}/api`;
  return { pid: child.pid, base, stop: () => child.kill('SIGTERM') };
}

const settings = (port, replicas, folder) => `
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream api {
${replicas.map(({ base }) => `    server ${new URL(base).host};`).join('\n')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_pass http://api;
    }
  }
}
`;
