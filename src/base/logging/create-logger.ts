import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';

/** Nest's token for the {@link Logger}. */
export const LOGGER = Symbol('resource-api:logger');

const secrets = ['authorization', 'password', 'current_password', 'token', 'access_token'];
const places = ['', '*.', '*.*.'];

/**
 * Creates the log: one JSON line per event, by default to the standard output. Values under the
 * names of secrets are redacted, up to three levels deep; other secrets are never passed to it.
 */
export function createLogger(level: Level | 'silent', destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: places.flatMap((place) => secrets.map((secret) => place + secret)),
    },
    destination ?? standardOutput(),
  );
}

/**
 * Returns Node's own stream, so that the exit does not wait for a reader of the log: pino's stream
 * would try forever to write the rest to a reader that has gone. That reader's end must not end the
 * service either, so its error is ignored.
 */
function standardOutput(): DestinationStream {
  const { stdout } = process;
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => undefined);
  return stdout;
}
