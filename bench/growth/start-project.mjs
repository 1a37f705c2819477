import { once } from 'node:events';
import { startServer } from '../runner/start-server.mjs';
import { servers } from '../servers.mjs';

const project = servers.find(({ name }) => name === 'api-pg');

/** Returns the project on PostgreSQL, with further variables of its environment. */
export const projectOf = (name, env = {}) => ({
  ...project,
  name,
  env: { ...project.env, ...env },
});

/** Starts a server. @returns the server, and how to stop it */
export async function startProject(server, { address, logs, processes }) {
  const started = await startServer(server, address, logs, processes);
  const stop = async () => {
    const ended = once(started.child, 'close');
    started.child.kill('SIGTERM');
    await ended;
  };
  return { ...started, stop };
}
