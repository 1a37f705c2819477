import { yieldToEventLoop } from '../../execution/yield-to-event-loop.js';
import type { RecordPage } from '../results.js';
import type { Serializer } from '../serializer.js';
import type { ExportFormat } from '../../request/export-format.js';
import type { CsvWriter } from './csv-writer.js';

/** Characters that are passed on at once. */
const PIECE = 64 * 1024;

/** Writes the lines of one format. */
interface LineWriter {
  header(page: RecordPage): string;
  lines(page: RecordPage): Iterable<string>;
}

/** Writes pages as CSV or NDJSON. @contract C17.3 */
export class ExportWriter {
  private readonly writers: Readonly<Record<ExportFormat, LineWriter>>;

  constructor(serializer: Serializer, csv: CsvWriter) {
    this.writers = {
      csv: {
        header: ({ node }) => csv.header(node.plan),
        lines: ({ node, recordMeta }) => csv.lines(node, recordMeta),
      },
      ndjson: { header: () => '', lines: (page) => ndjsonLines(serializer, page) },
    };
  }

  /**
   * Writes a page and those that follow it, each when the previous one has been taken. Other
   * requests are served in between, also if the client takes everything at once. Throws what
   * reading a page throws.
   */
  async *write(first: RecordPage): AsyncGenerator<string> {
    const writer = this.writers[first.exported!.format];
    const header = writer.header(first);
    if (header !== '') yield header;
    for (let page: RecordPage | undefined = first; page; page = await page.exported?.next?.()) {
      try {
        yield* inPieces(writer.lines(page));
      } finally {
        page.readSlot?.leave();
      }
      await yieldToEventLoop();
    }
  }
}

function* ndjsonLines(serializer: Serializer, { node, recordMeta }: RecordPage): Generator<string> {
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
