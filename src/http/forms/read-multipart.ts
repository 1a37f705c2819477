import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../base/errors/index.js';
import type { Limits } from '../../options/limits.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';
import { FormParts, type FileReceiver } from './form-parts.js';
import { malformedForm } from './malformed-form.js';
import { PartCount } from './part-count.js';

/** A form as it was received: its strings and its files by their names. */
export interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Removes every file that was not stored. Call it in a `finally`. */
  discard(): Promise<void>;
}

/**
 * Reads the form of the request. Call it after the guards: before, nothing of the form has been
 * read. Files of any size within the form's limit are received; validation decides whether a field
 * accepts them.
 *
 * @param files where the files of this one form go; emptied when the form is rejected
 * @throws RequestError `payload_too_large` when the form is over `multipartBytes` or its strings
 * are over `bodyBytes`, `malformed_request` when it is not a form, is empty, ends early, has two
 * parts of one name, a part without a name, more than 100 parts, or a part that is not `form-data`,
 * `unavailable` when there is no disk space for its files
 * @contract C4.1, C10.1
 */
export async function readMultipart(
  httpRequest: FastifyRequest,
  limits: Pick<Limits, 'bodyBytes' | 'multipartBytes'>,
  files: FileReceiver,
): Promise<MultipartBody> {
  if (!httpRequest.isMultipart()) throw malformedForm('The body must be multipart/form-data.');
  // A client that has already disconnected emits no further event.
  if (httpRequest.raw.destroyed) throw malformedForm('It ended early.');
  const form = new FormParts(files, limits.bodyBytes);
  const arriving = new ArrivingBytes(httpRequest, limits.multipartBytes);
  try {
    const parts = httpRequest.parts({
      isPartAFile: asStream(form),
      limits: { parts: FormParts.max + 1, fileSize: Infinity },
    });
    await Promise.race([form.read(parts), arriving.passedBound]);
    arriving.verifyAllRead(form);
    return { fields: form.fields, files: form.files, discard: () => files.discard() };
  } catch (error) {
    await form.stop();
    await files.discard();
    throw error;
  } finally {
    arriving.release();
    discardRest(httpRequest.raw);
  }
}

/** Requests every part as a stream, so that strings are decoded here, and strictly. */
const asStream =
  (form: FormParts) =>
  (name: string | undefined): boolean => {
    form.begin(name);
    return true;
  };

/**
 * Checks the form as it arrives: the parser has no limit for the whole form, and does not report
 * the parts that it skips.
 */
class ArrivingBytes {
  /** Rejects once more has arrived than the limit; never resolves. */
  readonly passedBound: Promise<never>;
  private bytes = 0;
  private readonly parts: PartCount;
  private readonly stream: IncomingMessage;
  private refuse!: (error: RequestError) => void;

  constructor(
    { raw, headers }: FastifyRequest,
    private readonly limit: number,
  ) {
    this.passedBound = new Promise((_resolve, reject) => (this.refuse = reject));
    this.parts = new PartCount(headers['content-type'] ?? '');
    this.stream = raw.on('data', this.take);
  }

  /**
   * @throws RequestError `malformed_request` where nothing arrived, or the parser skipped a part or
   * the end
   */
  verifyAllRead({ received, leftOut }: FormParts): void {
    if (this.bytes === 0) throw malformedForm('It is empty.');
    if (leftOut > 0 && !this.parts.hasEnded) throw malformedForm('It ended early.');
    if (this.parts.begun > received + leftOut)
      throw malformedForm('The Content-Disposition of a part is not form-data with a name.');
  }

  release(): void {
    this.stream.off('data', this.take);
  }

  private readonly take = (chunk: Buffer): void => {
    this.bytes += chunk.length;
    this.parts.read(chunk);
    if (this.bytes > this.limit) this.refuse(new RequestError('payload_too_large'));
  };
}

/**
 * Reads and discards the rest: a client that is still sending could not read the refusal otherwise.
 * The request's timeout limits it.
 */
function discardRest(stream: IncomingMessage): void {
  stream.unpipe();
  stream.resume();
}
