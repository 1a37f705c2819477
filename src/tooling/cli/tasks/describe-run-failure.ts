import { HttpException } from '@nestjs/common';
import { isError, RequestError, RunFailure, type RunDone } from '../../../base/errors/index.js';
import { describeError, type ErrorBody } from '../../../http/errors/describe-error.js';
import { CommandError } from '../program/errors.js';
import { countedRecords } from './run-bar.js';

/**
 * Returns the error of a command for a run that failed, with the code, the messages and how far it got.
 *
 * @param isStopped whether the user has stopped the run
 */
export function describeRunFailure(error: unknown, isStopped: boolean): CommandError {
  const { body } = describeError(error);
  const cause = error instanceof RunFailure ? error.cause : error;
  const message =
    isStopped && isInterrupted(cause) ? 'The run was stopped.' : messageOf(cause, body);
  const { code, errors = {}, meta } = body;
  const lines = [
    `${message} (${code})`,
    ...Object.entries(errors).flatMap(([name, texts]) => texts.map((text) => `  ${name}: ${text}`)),
    ...(meta ? [describeDone(meta)] : []),
    ...(isFault(cause) && isError(cause) ? [cause.stack ?? ''] : []),
  ];
  return new CommandError(lines.join('\n'), { ...body, message });
}

const isInterrupted = (cause: unknown): boolean =>
  cause instanceof RequestError && cause.code === 'unavailable';

/** Callers over HTTP learn nothing of a fault; those of a command may. */
function messageOf(cause: unknown, { message }: ErrorBody): string {
  if (!isFault(cause)) return message;
  return isError(cause) ? cause.message : String(cause);
}

const isFault = (cause: unknown): boolean =>
  !(cause instanceof RequestError || cause instanceof HttpException);

const describeDone = ({ records, chunks }: RunDone): string =>
  records === 0
    ? 'Nothing was committed before.'
    : `Committed before: ${countedRecords(records)} in ${chunks} chunk${chunks === 1 ? '' : 's'}.`;
