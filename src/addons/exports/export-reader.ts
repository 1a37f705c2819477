import { Inject, Injectable } from '@nestjs/common';
import { TooManyBytes } from '../../database/read/byte-budget.js';
import { RecordLoader } from '../../database/read/record-loader.js';
import type { Bounds } from '../../database/read/relation-loader.js';
import { BoundedReads } from '../../modules/records/reading/bounded-reads.js';
import { IndexRecords, type ListReader } from '../../modules/records/reading/index-records.js';
import type { Planned } from '../../modules/records/reading/read-plans.js';
import { ReadRecords } from '../../modules/records/reading/read-records.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import type { ExportFormat } from '../../pipeline/describing/export-formats.js';
import { maxRecordsBelow } from '../../pipeline/planning/max-records.js';
import type { NodePlan, PagePlan } from '../../pipeline/planning/query-plan.js';
import { RecordPage } from '../../serialization/results.js';
import { ClientDeparture } from './client-departure.js';
import { ExportedPage } from './exported-page.js';
import { toOnePlan } from './to-one-plan.js';

/** Records of the first chunk, and the most of any chunk. */
const FIRST_CHUNK = 100;
const MAX_CHUNK = 1_000;
/** Bytes of rows that a chunk should have: far below what counts as a large read. */
const CHUNK_BYTES = 256 * 1024;

type PlanOf = Parameters<ListReader['page']>[2];

/** A list whose records are all exported. */
interface ExportedList {
  readonly context: RequestContext;
  readonly planned: Planned;
  readonly path: string;
  readonly planOf: PlanOf;
  readonly departure: ClientDeparture;
}

/** The values of the row that a chunk comes after, and its number of records. */
interface ChunkPlace {
  readonly after: readonly unknown[] | null;
  readonly size: number;
}

/**
 * Reads pages for an export, and all records of a list in chunks, each with statements and budgets of
 * its own, when the client has taken the previous one. The rights of the caller are those at the
 * start of the request; `show` of a record is called when the record is read.
 *
 * @contract C17.3
 */
@Injectable()
export class ExportReader {
  constructor(
    private readonly pages: IndexRecords,
    private readonly reads: ReadRecords,
    private readonly loader: RecordLoader,
    private readonly bounded: BoundedReads,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** Returns what reads a list for a request. */
  readerFor(context: RequestContext, format: ExportFormat): ListReader {
    return {
      page: (planned, path, planOf) => {
        const { include, page } = planned.query;
        const planIn: PlanOf =
          format === 'csv' ? (place, size) => toOnePlan(planOf(place, size), include) : planOf;
        if (page.size !== 'all') return this.pages.page(planned, path, planIn);
        const departure = new ClientDeparture(context.onEnd);
        const list = { context, planned, path, planOf: planIn, departure };
        return this.chunk(list, { after: null, size: FIRST_CHUNK });
      },
    };
  }

  /**
   * Reads a chunk. One that turns out to be too large is read again with half as many records.
   * @throws RequestError `invalid_query`, `unavailable`
   */
  private async chunk(list: ExportedList, { after, size }: ChunkPlace): Promise<ExportedPage> {
    const { context, planned, departure } = list;
    const wanted = list.planOf({ by: 'cursor', after }, size);
    const plan = { ...wanted, size: Math.min(size, this.maxSize(wanted)) };
    const onEnd = departure.nextPart();
    const bounds = this.bounded.boundsFor({ ...context, onEnd }, planned.bounds, true);
    const read = (own: Bounds) => this.read(list, plan, own);
    if (plan.size === 1) return this.bounded.read(plan, bounds, read);
    try {
      return await this.bounded.readPart(bounds, read);
    } catch (error) {
      bounds.bytes.readSlot?.leave();
      if (!(error instanceof TooManyBytes)) throw error;
    }
    return this.chunk(list, { after, size: Math.ceil(plan.size / 2) });
  }

  /**
   * Rows that `show` refuses are left out of the chunk, and not replaced: a chunk may have few
   * records, so that it never reads more than a page.
   */
  private async read(list: ExportedList, plan: PagePlan, bounds: Bounds): Promise<ExportedPage> {
    const { context, planned, path } = list;
    context.authorizer.forgetShown();
    const { rows, hasMore, end } = await this.loader.page({ ...plan, filtered: false }, bounds);
    const isShown = plan.filtered ? await bounds.filter(plan, rows) : null;
    const shown = isShown ? rows.filter((_row, at) => isShown[at]) : rows;
    const { node, recordMeta } = await this.reads.below({ ...planned, bounds, plan }, shown);
    const { loaded, readSlot } = bounds.bytes;
    // A client may take its time over a chunk, while others read theirs.
    readSlot?.send(loaded);
    const page = new RecordPage(node, recordMeta, factsOf(plan, path), readSlot);
    const place = { after: end, size: sizeAfter(rows.length, loaded) };
    return new ExportedPage(page, hasMore ? this.continuation(list, place) : null);
  }

  private continuation(list: ExportedList, place: ChunkPlace): ExportedPage['next'] {
    return async () => (list.departure.hasLeft ? null : this.chunk(list, place));
  }

  /**
   * Returns the most records of a chunk: those of a page by the row budget, and fewer with images,
   * since the storage looks up each of them.
   */
  private maxSize(plan: NodePlan): number {
    const { rowBudget, perPage } = this.options.limits;
    const most = hasImages(plan) ? perPage : MAX_CHUNK;
    return Math.max(1, Math.min(most, Math.floor(rowBudget / (1 + maxRecordsBelow(plan)))));
  }
}

/** Returns how many records have about {@link CHUNK_BYTES}, if they are like these. */
const sizeAfter = (records: number, bytes: number): number =>
  Math.max(1, Math.min(MAX_CHUNK, Math.floor((records * CHUNK_BYTES) / Math.max(bytes, 1))));

/** Chunks have no links. */
const factsOf = ({ size }: PagePlan, path: string): RecordPage['page'] => ({
  size,
  place: { by: 'cursor', next: null },
  path,
  parameters: [],
});

const hasImages = ({ attributes, relations }: NodePlan): boolean =>
  attributes.some(({ field }) => field.options.image) || relations.some(hasImages);
