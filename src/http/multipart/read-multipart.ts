import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../errors/index.js';
import type { Limits } from '../../options/limits.js';
import type { UploadedFile } from '../../rules/uploaded-file.js';
import { FormParts, type FileReceiver } from './form-parts.js';
import { malformedForm } from './malformed-form.js';
import { PartCount } from './part-count.js';

/** A form as it was received: its texts and its files by their names. */
export interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Removes every file that nobody stored. To be called whatever happened, in a `finally`. */
  discard(): Promise<void>;
}

/**
 * Reads the request's form, to be called behind the guards: before, nothing of it has been read. A
 * file of any size within the form's bound is received; whether its field takes it is for
 * validation to say.
 *
 * @param files where the files of this one form go; emptied when the form is refused
 * @throws RequestError `payload_too_large` when the form is over `multipartBytes` or its texts are
 * over `bodyBytes`,
 * `malformed_request` when it is no form, is empty, ends early, names a part twice or not at all,
 * has more than 100
 *   parts, or one that is no `form-data`,
 *   `unavailable` when there is no room for its files
 * @contract C4.1, C10.1
 */
export async function readMultipart(
  request: FastifyRequest,
  limits: Pick<Limits, 'bodyBytes' | 'multipartBytes'>,
  files: FileReceiver,
): Promise<MultipartBody> {
  if (!request.isMultipart()) throw malformedForm('The body must be multipart/form-data.');
  // Of a caller who has left already, no event would ever come.
  if (request.raw.destroyed) throw malformedForm('It ended early.');
  const form = new FormParts(files, limits.bodyBytes);
  const arriving = new ArrivingBytes(request, limits.multipartBytes);
  try {
    const parts = request.parts({
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
    passOverRest(request.raw);
  }
}

/** Every part is handed over as a stream, so that texts are decoded here, and strictly. */
const asStream =
  (form: FormParts) =>
  (name: string | undefined): boolean => {
    form.begin(name);
    return true;
  };

/**
 * Looks at the form as it arrives: the parser itself knows no bound of the whole, and tells nothing
 * of parts it leaves out.
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
   * @throws RequestError `malformed_request` where nothing arrived, or the parser passed over a
   * part, or over the end
   */
  verifyAllRead({ received, leftOut }: FormParts): void {
    if (this.bytes === 0) throw malformedForm('It is empty.');
    if (leftOut > 0 && !this.parts.hasEnded) throw malformedForm('It ended early.');
    if (this.parts.begun > received + leftOut)
      throw malformedForm('A part of it is not called form-data, with a name, in its head.');
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
 * Without this, a caller who is still sending could not read the refusal. The request's time limit
 * bounds it.
 */
function passOverRest(stream: IncomingMessage): void {
  stream.unpipe();
  stream.resume();
}
