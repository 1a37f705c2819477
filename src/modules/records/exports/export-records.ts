import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { TooManyBytes } from '../../../execution/byte-budget.js';
import { RecordLoader } from '../../../execution/record-loader.js';
import type { Bounds, RowFilter } from '../../../execution/relation-loader.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { maxRecordsBelow } from '../../../planning/max-records.js';
import type { NodePlan, PagePlace, PagePlan } from '../../../planning/query-plan.js';
import type { ExportFormat } from '../../../request/export-format.js';
import { RecordPage } from '../../../serialization/results.js';
import { BoundedReads } from '../reading/bounded-reads.js';
import { ReadRecords, type Planned } from '../reading/read-records.js';

/** Records of the first chunk, and the most of any chunk. */
const FIRST_CHUNK = 100;
const MAX_CHUNK = 1_000;
/** Bytes of rows that a chunk should have: far below what counts as a large read. */
const CHUNK_BYTES = 256 * 1024;

/** A list whose records are exported. */
export interface ExportedList {
  readonly context: RequestContext;
  readonly format: ExportFormat;
  readonly planned: Planned;
  /** The path of the list. */
  readonly path: string;
  readonly planOf: (place: PagePlace, size: number) => PagePlan;
}

/** A list, and whether its client still waits for it. */
interface RunningExport extends ExportedList {
  readonly isAbandoned: () => boolean;
}

/** The values of the row that a chunk comes after, and its number of records. */
interface ChunkPlace {
  readonly after: readonly unknown[] | null;
  readonly size: number;
}

/**
 * Reads all records of a list in chunks. Each is read like a page, and only when the client has
 * taken the previous one. The rights of the caller are those at the start of the request; `show` is
 * called for each record when it is read.
 *
 * @contract C17.3
 */
@Injectable()
export class ExportRecords {
  constructor(
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly bounded: BoundedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * Returns the first chunk, which leads to the others.
   * @throws RequestError `invalid_query`, `unavailable`
   */
  all(list: ExportedList): Promise<RecordPage> {
    let isAbandoned = false;
    list.context.onEnd?.(() => (isAbandoned = true));
    const running: RunningExport = { ...list, isAbandoned: () => isAbandoned };
    const size = Math.min(FIRST_CHUNK, this.maxSize(list.planned.plan));
    return this.chunk(running, { after: null, size });
  }

  /** Reads a chunk that turns out to be too large again, with half as many records. */
  private async chunk(running: RunningExport, place: ChunkPlace): Promise<RecordPage> {
    const plan = running.planOf({ by: 'cursor', after: place.after }, place.size);
    const bounds = this.boundsOf(running);
    const work = (own: Bounds) => this.read(running, plan, own);
    if (place.size === 1) return this.bounded.read(plan, bounds, this.loader, work);
    try {
      return await this.bounded.readPart(bounds, work);
    } catch (error) {
      bounds.bytes.readSlot?.leave();
      if (!(error instanceof TooManyBytes)) throw error;
      return this.chunk(running, { ...place, size: Math.ceil(place.size / 2) });
    }
  }

  private async read(running: RunningExport, plan: PagePlan, bounds: Bounds): Promise<RecordPage> {
    const { planned, path, format } = running;
    const { rows, hasMore, end } = await this.loader.page(plan, bounds);
    const { node, recordMeta } = await this.reads.below({ ...planned, bounds, plan }, rows);
    const size = this.sizeAfter(plan, rows.length, bounds.bytes.loaded);
    const next = hasMore ? this.continuation(running, { after: end, size }) : null;
    const { parameters } = planned.query;
    const facts = { size: plan.size, place: { by: 'all' }, path, parameters } as const;
    return new RecordPage(node, recordMeta, facts, bounds.bytes.readSlot, { format, next });
  }

  /** The function must not hold a chunk, so that all can be freed once they are written. */
  private continuation(running: RunningExport, place: ChunkPlace): () => Promise<RecordPage> {
    return () => this.chunk(running, place);
  }

  /** Returns how many records have about {@link CHUNK_BYTES}, if they are like these. */
  private sizeAfter(plan: NodePlan, records: number, bytes: number): number {
    const wanted = Math.floor((records * CHUNK_BYTES) / Math.max(bytes, 1));
    return Math.max(1, Math.min(wanted, this.maxSize(plan)));
  }

  /** The row budget is that of a page. Every image of a chunk is looked up in the storage. */
  private maxSize(plan: NodePlan): number {
    const { rowBudget, perPage } = this.options.limits;
    const most = hasImages(plan) ? perPage : MAX_CHUNK;
    return Math.max(1, Math.min(most, Math.floor(rowBudget / (1 + maxRecordsBelow(plan)))));
  }

  /**
   * Each chunk has its own budgets. If `show` refuses rows, a chunk reads on until it is full or
   * nothing is left, as long as the client waits.
   */
  private boundsOf({ context: { authorizer }, planned, isAbandoned }: RunningExport): Bounds {
    const filter: RowFilter = (plan, rows) => {
      if (isAbandoned()) throw new AbandonedExport();
      return planned.bounds.filterFresh(plan, rows);
    };
    const bounds = this.bounded.boundsFor({ authorizer }, { filter, filterFresh: filter }, true);
    return { ...bounds, filteredRows: Infinity };
  }
}

/** Ends a read that nobody waits for. */
class AbandonedExport extends Error {
  override readonly name = 'AbandonedExport';
}

const hasImages = ({ attributes, relations }: NodePlan): boolean =>
  attributes.some(({ field }) => field.options.image) || relations.some(hasImages);
