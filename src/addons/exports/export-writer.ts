import { Injectable } from '@nestjs/common';
import { yieldToEventLoop } from '../../database/read/yield-to-event-loop.js';
import type { ExportFormat } from '../../pipeline/describing/export-formats.js';
import type { RecordPage } from '../../serialization/results.js';
import { Serializer } from '../../serialization/serializer.js';
import { CsvWriter } from './csv-writer.js';
import type { ExportedPage } from './exported-page.js';

/** Characters that are passed on at once. */
const PIECE = 64 * 1024;

/** Writes the lines of one format. */
interface LineWriter {
  header(page: RecordPage): string;
  lines(page: RecordPage): Iterable<string>;
}

/** Writes pages as CSV or NDJSON. @contract C17.3 */
@Injectable()
export class ExportWriter {
  private readonly writers: Readonly<Record<ExportFormat, LineWriter>>;

  constructor(serializer: Serializer, csv: CsvWriter) {
    this.writers = {
      csv: {
        header: ({ node }) => csv.header(node.plan),
        lines: ({ node, recordMeta }) => csv.lines(node, recordMeta),
      },
      ndjson: { header: () => '', lines: (page) => resourceObjects(serializer, page) },
    };
  }

  /** Returns one page. Other requests are served between the pieces of a large one. */
  async page(format: ExportFormat, page: RecordPage): Promise<string> {
    const writer = this.writers[format];
    let text = writer.header(page);
    for (const piece of inPieces(writer.lines(page))) {
      text += piece;
      if (page.readSlot?.isLarge) await yieldToEventLoop();
    }
    page.readSlot?.send(Buffer.byteLength(text));
    return text;
  }

  /**
   * Writes a page and those that follow it, each when the previous one has been taken. Other
   * requests are served in between, also if the client takes everything at once. Throws what reading
   * a page throws.
   */
  async *all(format: ExportFormat, first: ExportedPage): AsyncGenerator<string> {
    const writer = this.writers[format];
    const header = writer.header(first);
    if (header !== '') yield header;
    for (let page: ExportedPage | null | undefined = first; page; page = await page.next?.()) {
      try {
        yield* inPieces(writer.lines(page));
      } finally {
        page.readSlot?.leave();
      }
      await yieldToEventLoop();
    }
  }
}

function* resourceObjects(
  serializer: Serializer,
  { node, recordMeta }: RecordPage,
): Generator<string> {
  for (const json of serializer.serializeEach(node, recordMeta)) yield `${json}\n`;
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
