import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { isError } from '../errors/index.js';
import { describeLoggedError } from './describe-logged-error.js';

/** Contexts of Nest that log every module and route at boot. They are logged at level `debug`. */
const verbose = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/**
 * Contexts of Nest whose errors stop the startup. The errors are also thrown, and reported by the
 * code that starts the application.
 */
const thrown = new Set(['ExceptionHandler', 'NestApplication']);

/** Writes Nest's own messages as lines of our log: `{event: "nest", context, message}`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(verbose.has(contextOf(rest) ?? '') ? 'debug' : 'info', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write(thrown.has(contextOf(rest) ?? '') ? 'debug' : 'error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    if (!this.logger.isLevelEnabled(level)) return;
    this.logger[level]({ event: 'nest', context: contextOf(rest), ...contentOf(message, rest) });
  }
}

/** Nest passes the context as the last argument, if at all. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}

/** For `error`, a stack may come between the message and the context. */
function contentOf(message: unknown, rest: readonly unknown[]): object {
  if (isError(message)) return { error: describeLoggedError(message) };
  if (isReportedError(message))
    return { message: message.text, error: describeLoggedError(message.error) };
  const stack = rest.find((each) => typeof each === 'string' && each.includes('\n'));
  return { message, ...(stack !== undefined && { stack }) };
}

/**
 * Whether the message has the form `{text, error}`. The error is described separately, since JSON
 * does not show its properties.
 */
const isReportedError = (
  message: unknown,
): message is { readonly text: string; readonly error: unknown } =>
  typeof message === 'object' && message !== null && 'text' in message && 'error' in message;
