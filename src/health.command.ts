import { readEnvironment } from './options/read-environment.js';

/** Milliseconds; whoever takes longer is not well. */
const patience = 4_000;

/** Ends with 0 where the service that this environment sets up is ready, and with 1 where it is not: for health checks. */
async function isReady(): Promise<boolean> {
  const { HOST, PORT } = readEnvironment(process.env);
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`;
  return (await fetch(address, { signal: AbortSignal.timeout(patience) })).ok;
}

process.exitCode = (await isReady().catch(() => false)) ? 0 : 1;
