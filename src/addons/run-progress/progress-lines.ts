import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RunDone } from '../../base/errors/index.js';

/** The lines of a response with the progress of a run. @contract C6.10 */
export class ProgressLines {
  readonly stream = new PassThrough();
  /** Resolves with the first line. */
  readonly begun: Promise<void>;
  hasBegun = false;
  private begin!: () => void;
  private readonly isSent: Promise<void>;

  constructor(private readonly reply: FastifyReply) {
    this.begun = new Promise((resolve) => (this.begin = resolve));
    this.isSent = sentOrClosed(reply);
  }

  /**
   * Adds a line. The run waits until the headers are sent, or the client has left: its end prepares
   * the headers of the usual response.
   */
  add({ chunks, records }: RunDone): Promise<void> {
    this.stream.write(`${JSON.stringify({ progress: { chunks, records } })}\n`);
    this.hasBegun = true;
    this.begin();
    return this.isSent;
  }

  /**
   * Adds the last line. The log of requests and the metrics get the status of the run.
   *
   * @param body that of the usual response: JSON text, or a value
   */
  end(status: number, body: unknown): void {
    this.reply.code(status);
    const json = typeof body === 'string' ? body : JSON.stringify(body ?? null);
    this.stream.end(`{"status":${status},"body":${json}}\n`);
  }
}

/** Resolves when the headers are sent, or the connection has ended. */
const sentOrClosed = ({ raw }: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (raw.closed) return resolve();
    const end = () => {
      // Compression and the server add nine others; Node warns of more than ten.
      raw.off('close', end);
      resolve();
    };
    raw.once('close', end);
    raw.once('pipe', () => {
      raw.flushHeaders();
      end();
    });
  });
