import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tail } from './logs.mjs';
import { findFreePort, untilListening } from './ports.mjs';
import { requireProgram } from './require-program.mjs';

/**
 * Starts nginx with one worker in front of servers, which takes turns with them.
 *
 * @param {readonly { base: string, prefix: string }[]} servers
 * @returns its process id, the base URL of requests, and how to stop it
 */
export async function startProxy(servers, { logs, processes }) {
  const port = await findFreePort();
  const log = join(logs, 'nginx.log');
  writeFileSync(join(logs, 'nginx.conf'), settings(port, servers, logs));
  await requireProgram(processes, 'nginx', 'nginx-light');
  const command = ['nginx', '-e', log, '-p', logs, '-c', 'nginx.conf', '-g', 'daemon off;'];
  const child = processes.start(command, { stdio: 'ignore' });
  await untilListening(child, port, () => `nginx did not start:\n${tail(log)}`);
  const base = `http://127.0.0.1:${port}${servers[0].prefix}`;
  return { pid: child.pid, base, stop: () => child.kill('SIGTERM') };
}

const settings = (port, servers, folder) => `
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream api {
${servers.map(({ base }) => `    server ${new URL(base).host};`).join('\n')}
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
