import { readEnvironment } from '../options/read-environment.js';

/** Milliseconds. A service that takes longer is not healthy. */
const patience = 4_000;

/**
 * Ends with 0 if the service of this environment is ready, and with 1 if it is not: for health
 * checks.
 */
export async function run(): Promise<void> {
  process.exitCode = (await isReady().catch(() => false)) ? 0 : 1;
}

async function isReady(): Promise<boolean> {
  const { HOST, PORT } = readEnvironment(process.env);
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/health/ready`;
  return (await fetch(address, { signal: AbortSignal.timeout(patience) })).ok;
}
