import type { LoggerService } from '@nestjs/common';
import type { Level, Logger } from 'pino';
import { isError } from '../errors/index.js';
import { describeFault } from './describe-fault.js';

/** Parts of Nest that tell of every module and route at boot, which few want to read. */
const talkative = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** Parts of Nest whose errors stop the start: these are thrown too, and told by whoever starts. */
const thrown = new Set(['ExceptionHandler', 'NestApplication']);

/** Nest's own messages as lines of our log: `{event: "nest", context, message}`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(talkative.has(contextOf(rest) ?? '') ? 'debug' : 'info', message, rest);
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

/** Nest hands the context over as the last argument, if at all. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}

/** With `error`, a stack may stand between message and context. */
function contentOf(message: unknown, rest: readonly unknown[]): object {
  if (isError(message)) return { error: describeFault(message) };
  if (isReportedError(message))
    return { message: message.text, error: describeFault(message.error) };
  const stack = rest.find((each) => typeof each === 'string' && each.includes('\n'));
  return { message, ...(stack !== undefined && { stack }) };
}

/**
 * What was attempted, and the error that came of it: an error has no own properties that JSON would
 * show.
 */
const isReportedError = (
  message: unknown,
): message is { readonly text: string; readonly error: unknown } =>
  typeof message === 'object' && message !== null && 'text' in message && 'error' in message;
