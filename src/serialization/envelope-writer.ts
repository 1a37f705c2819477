import { enterStage } from '../base/work-trace.js';
import { whenKnown } from '../base/when-known.js';
import { yieldToEventLoop } from '../database/read/yield-to-event-loop.js';
import { indexEnvelope, recordEnvelope, recordsEnvelope } from './envelopes.js';
import type { PivotRowWriter } from './pivot-row-writer.js';
import type {
  PivotRowResult,
  PivotRowsResult,
  RecordPage,
  RecordResult,
  RecordsResult,
  SyncResult,
} from './results.js';
import type { Serializer } from './serializer.js';

/** Characters of a large response after which other requests run. */
const SLICE = 512 * 1024;

/** Writes results into their envelopes, as JSON text. @contract C3 */
export class EnvelopeWriter {
  constructor(
    private readonly serializer: Serializer,
    private readonly pivots: PivotRowWriter,
  ) {}

  page(result: RecordPage): string | Promise<string> {
    return this.enveloped(result, (records) => indexEnvelope(records, result.description));
  }

  record(result: RecordResult): string | Promise<string> {
    return this.enveloped(result, ([record]) => recordEnvelope(record!));
  }

  records(result: RecordsResult): string | Promise<string> {
    return this.enveloped(result, recordsEnvelope);
  }

  bareRecord(result: RecordResult): string | Promise<string> {
    return this.enveloped(result, ([record]) => record!);
  }

  pivotRows({ relation, parent, rows }: PivotRowsResult): string {
    return `{"data":[${rows.map((row) => this.pivots.write(relation, parent, row)).join()}]}`;
  }

  pivotRow({ relation, parent, row }: PivotRowResult): string {
    return `{"data":${this.pivots.write(relation, parent, row)}}`;
  }

  sync({ attached, detached, updated }: SyncResult): string {
    return JSON.stringify({ data: { attached, detached, updated } });
  }

  private enveloped(
    result: RecordPage | RecordResult | RecordsResult,
    envelope: (records: readonly string[]) => string,
  ): string | Promise<string> {
    enterStage('serialize');
    return whenKnown(this.serialized(result, envelope), endStage);
  }

  private serialized(
    { node, recordMeta, readSlot }: RecordPage | RecordResult | RecordsResult,
    envelope: (records: readonly string[]) => string,
  ): string | Promise<string> {
    if (!readSlot?.isLarge) return envelope(this.serializer.serialize(node, recordMeta));
    return this.inSlices(this.serializer.serializeEach(node, recordMeta)).then(async (records) => {
      const json = envelope(records);
      readSlot.send(Buffer.byteLength(json));
      await yieldToEventLoop();
      return json;
    });
  }

  private async inSlices(jsonPieces: Iterable<string>): Promise<readonly string[]> {
    const records: string[] = [];
    let characters = 0;
    for (const json of jsonPieces) {
      records.push(json);
      characters += json.length;
      if (characters < SLICE) continue;
      characters = 0;
      await yieldToEventLoop();
    }
    return records;
  }
}

function endStage(json: string): string {
  enterStage(null);
  return json;
}
