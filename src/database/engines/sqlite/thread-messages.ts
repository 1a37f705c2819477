import type { MessagePort } from 'node:worker_threads';
import type { Row } from '../../connection/database.js';

/** What a reader's thread opens. */
export interface ReaderFile {
  readonly file: string;
  /** Milliseconds that it waits for a lock of the file. */
  readonly timeout: number;
}

export interface ThreadData extends ReaderFile {
  /** Receives statements, and sends their rows. */
  readonly port: MessagePort;
}

/** A statement for the thread. */
export interface ReaderStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Shared with the thread, which stops reading rows once it is not 0. */
  readonly stopped: Int32Array;
}

/** Some rows of a statement, its last rows, or its error. */
export type ReaderReply =
  | { readonly rows: readonly Row[]; readonly bytes: number; readonly milliseconds?: number }
  | { readonly error: { name: string; message: string; code: string | undefined } };
