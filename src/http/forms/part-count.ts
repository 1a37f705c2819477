const CRLF = '\r\n';
const DASH = 0x2d;

/**
 * Counts the parts of a form by the delimiters between them, chunk by chunk, because the parser
 * silently skips parts that are not `form-data`. Counts nothing if the media type has no boundary
 * that can be read here.
 */
export class PartCount {
  /** Parts that have begun. */
  begun = 0;
  private readonly delimiter: Buffer | null;
  /**
   * Bytes that may be the start of a delimiter. The first delimiter needs no line break before it.
   */
  private rest: Buffer = Buffer.from(CRLF);
  /** Whether the delimiter that closes the form has arrived. */
  hasEnded = false;

  constructor(contentType: string) {
    const [, quoted, plain] = /;\s*boundary=(?:"([^"\\]+)"|([^\s";]+))/i.exec(contentType) ?? [];
    const boundary = quoted ?? plain;
    this.delimiter = boundary === undefined ? null : Buffer.from(`${CRLF}--${boundary}`);
  }

  read(chunk: Buffer): void {
    if (this.delimiter === null || this.hasEnded) return;
    this.rest = this.countIn(Buffer.concat([this.rest, chunk]), this.delimiter);
  }

  /** Returns the bytes that the next chunk may complete. */
  private countIn(bytes: Buffer, delimiter: Buffer): Buffer {
    let from = 0;
    for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, from)) {
      const end = at + delimiter.length;
      if (bytes.length < end + 2) return bytes.subarray(at);
      this.hasEnded = bytes[end] === DASH && bytes[end + 1] === DASH;
      if (this.hasEnded) return bytes.subarray(end);
      this.begun += 1;
      from = end;
    }
    return bytes.subarray(Math.max(from, bytes.length - delimiter.length + 1));
  }
}
