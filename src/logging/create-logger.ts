import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';

/** Nest's token for the {@link Logger}. */
export const LOGGER = Symbol('resource-api:logger');

const secrets = ['authorization', 'password', 'current_password', 'token', 'access_token'];
const places = ['', '*.', '*.*.'];

/**
 * The log: one JSON line an event, to the standard output unless told otherwise. Whatever stands
 * under the name of a secret, three levels deep, is replaced; other secrets are never handed to it.
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
 * Node's own stream: an exit waits for nobody who reads the log. Pino's would try for ever to write
 * what is left of it to somebody who has gone.
 */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(passOver)) process.stdout.on('error', passOver);
  return process.stdout;
}

/** Who reads the log may go, and the service stays. */
const passOver = (): void => undefined;
