import type { CliCommand } from '../program/cli-command.js';

/** Milliseconds. A service that takes longer is not healthy. */
const TIMEOUT = 4_000;

/** `resource-api health` */
export const health: CliCommand = {
  name: 'health',
  about:
    'Exits with 0 if the service at HOST and PORT is ready, and with 1 if it is not, for health checks of containers.',
  async run({ process }) {
    const isReady = await requestReadiness(process.env).catch(() => false);
    return isReady
      ? { text: 'The service is ready.' }
      : { text: 'The service is not ready.', exitCode: 1 };
  },
};

async function requestReadiness(env: Readonly<Record<string, string | undefined>>) {
  const { readEnvironment } = await import('../../../options/read-environment.js');
  const { HOST, PORT } = readEnvironment(env);
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`;
  return (await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) })).ok;
}
