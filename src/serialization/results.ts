import type { PivotRow } from '../database/pivots/pivot-rows.js';
import type { ReadSlot } from '../database/read/read-slot.js';
import { rowKey, type LoadedNode } from '../database/read/loaded.js';
import type { PivotRelation } from '../registry/resources/compiled-resource.js';
import type { EnvelopeWriter } from './envelope-writer.js';
import { describePage, type PageDescription, type PageFacts } from './envelopes.js';
import type { RecordMeta } from './record-meta.js';

/**
 * What a use case returns. Over HTTP the `EnvelopeInterceptor` writes it into the response; tools
 * write it into their result. Both use the same writer, so that both return the same JSON.
 *
 * @contract C3
 */
export abstract class ResourceResult {
  /**
   * Returns the body as JSON text; `null` for a response without a body. Large bodies are written
   * in slices.
   */
  abstract write(writer: EnvelopeWriter): string | null | Promise<string>;
}

/** One page of records, with `meta` and `links`. @contract C3.1 */
export class RecordPage extends ResourceResult {
  private described: PageDescription | undefined;

  /** @param readSlot the slot of a large read, which is held until the response is sent */
  constructor(
    readonly node: LoadedNode,
    readonly recordMeta: RecordMeta,
    readonly page: PageFacts,
    readonly readSlot: ReadSlot | null = null,
  ) {
    super();
  }

  /** The position and the links of the page, for the body and the header. */
  get description(): PageDescription {
    return (this.described ??= describePage(this.node.rows.length, this.page));
  }

  write(writer: EnvelopeWriter): string | Promise<string> {
    return writer.page(this);
  }
}

/** One record under the key `data`. @contract C3.2 */
export class RecordResult extends ResourceResult {
  /**
   * @param readSlot the slot of a large read, which is held until the response is sent
   * @param version the version of the record; `undefined` if the deployment does not serve versions
   */
  constructor(
    readonly node: LoadedNode,
    readonly recordMeta: RecordMeta,
    readonly readSlot: ReadSlot | null = null,
    readonly version?: string,
  ) {
    super();
  }

  /** The record's key, as the path and `id` contain it. */
  get key(): string {
    return rowKey(this.node.rows[0]!);
  }

  write(writer: EnvelopeWriter): string | Promise<string> {
    return writer.record(this);
  }
}

/** Several records under the key `data`, in the order of the request. @contract C13.5 */
export class RecordsResult extends ResourceResult {
  /** @param readSlot the slot of a large read, which is held until the response is sent */
  constructor(
    readonly node: LoadedNode,
    readonly recordMeta: RecordMeta,
    readonly readSlot: ReadSlot | null = null,
  ) {
    super();
  }

  write(writer: EnvelopeWriter): string | Promise<string> {
    return writer.records(this);
  }
}

/** The profile: a resource object without an envelope. @contract C3.2 */
export class ProfileResult extends RecordResult {
  override write(writer: EnvelopeWriter): string | Promise<string> {
    return writer.bareRecord(this);
  }
}

/** Pivot rows that were written, one for each listed key. @contract C7.1 */
export class PivotRowsResult extends ResourceResult {
  /** @param parent the value that the rows hold of the parent */
  constructor(
    readonly relation: PivotRelation,
    readonly parent: unknown,
    readonly rows: readonly PivotRow[],
  ) {
    super();
  }

  write(writer: EnvelopeWriter): string {
    return writer.pivotRows(this);
  }
}

/** The one pivot row whose values were changed. */
export class PivotRowResult extends ResourceResult {
  constructor(
    readonly relation: PivotRelation,
    readonly parent: unknown,
    readonly row: PivotRow,
  ) {
    super();
  }

  write(writer: EnvelopeWriter): string {
    return writer.pivotRow(this);
  }
}

/** The keys that a sync attached, detached and updated. @contract C7.1 */
export class SyncResult extends ResourceResult {
  constructor(
    readonly attached: readonly string[],
    readonly detached: readonly string[],
    readonly updated: readonly string[],
  ) {
    super();
  }

  write(writer: EnvelopeWriter): string {
    return writer.sync(this);
  }
}

/**
 * What an action's handler or a pivot callback returned. It is JSON already: it was written before
 * the commit, so that a value that JSON cannot hold undoes the write.
 *
 * @contract C6.7, C7.4
 */
export class ReturnedResult extends ResourceResult {
  /** @param json `null` for nothing, which is a response without a body */
  constructor(readonly json: string | null) {
    super();
  }

  write(): string | null {
    return this.json;
  }
}
