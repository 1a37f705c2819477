import { BatchPerTick } from '../../base/schedule/batch-per-tick.js';
import { ofThisWork } from '../../base/work-trace.js';
import { isConnectionLost, translateFailure } from '../failures/translate-failure.js';
import type { Row, Statement } from './database.js';
import type { ReceiveRows } from './pooled-database.js';

/** The most reads of one packet: the last of them waits for the others. */
const MOST_READS = 8;

interface PendingRead<Client> {
  /** Hands the statement to the driver, for the work that it belongs to. */
  send(client: Client, receive: ReceiveRows): void;
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** Calls `use` with a connection of the pool until `finish` is called. */
export type OnConnection<Client> = (
  use: (client: Client, finish: (error: unknown) => void) => void,
) => Promise<unknown>;

/** Sends what `send` hands to the driver in one packet. */
export type InOnePacket<Client> = (client: Client, send: () => void) => void;

/**
 * Sends the short reads of one turn of the event loop over one connection, in one packet, so that
 * the process and the server each handle one packet for all of them. A read that fails does not
 * affect the others.
 */
export class SharedConnection<Client> {
  private readonly batch = new BatchPerTick<PendingRead<Client>>((reads) => {
    for (let at = 0; at < reads.length; at += MOST_READS)
      this.sendAll(reads.slice(at, at + MOST_READS));
  });

  constructor(
    private readonly onConnection: OnConnection<Client>,
    private readonly inOnePacket: InOnePacket<Client>,
    private readonly send: (client: Client, statement: Statement, receive: ReceiveRows) => void,
  ) {}

  run(statement: Statement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const send = ofThisWork((client: Client, receive: ReceiveRows) =>
        this.send(client, statement, receive),
      );
      this.batch.add({ send, resolve, reject });
    });
  }

  private sendAll(reads: readonly PendingRead<Client>[]): void {
    const ended = this.onConnection((client, finish) => {
      let waiting = reads.length;
      let loss: unknown = null;
      this.inOnePacket(client, () => {
        for (const { send, resolve, reject } of reads)
          send(client, (error, rows) => {
            if (error !== null && isConnectionLost(error)) loss = error;
            if (error === null) resolve(rows);
            else reject(translateFailure(error));
            waiting -= 1;
            if (waiting === 0) finish(loss);
          });
      });
    });
    // Without a connection, no read was sent.
    ended.catch((error: unknown) => reads.forEach(({ reject }) => reject(error)));
  }
}
