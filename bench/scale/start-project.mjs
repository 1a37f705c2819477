import { once } from 'node:events';
import { startServer } from '../runner/start-server.mjs';
import { servers } from '../servers.mjs';

const project = servers.find(({ name }) => name === 'api-pg');

/** Starts the project on PostgreSQL. @returns the server, its process ids, and how to stop it */
export async function startProject(name, { address, logs, processes }, env = {}) {
  const started = await startServer(
    { ...project, name, env: { ...project.env, ...env } },
    address,
    logs,
    processes,
  );
  const stop = async () => {
    const ended = once(started.child, 'close');
    started.child.kill('SIGTERM');
    await ended;
  };
  return { ...started, pids: [started.pid], stop };
}
