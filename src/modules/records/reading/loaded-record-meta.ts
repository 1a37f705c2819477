import { Injectable, Logger } from '@nestjs/common';
import { mayShow, mayShowFresh } from '../../../pipeline/authorization/shown-records.js';
import type { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import {
  flagHidden,
  flagRecords,
  type RecordFlags,
} from '../../../pipeline/authorization/record-flags.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { rowKey, nodesOf, type LoadedNode } from '../../../database/read/loaded.js';
import type { Bounds } from '../../../database/read/relation-loader.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { RecordMeta, MoreLink } from '../../../serialization/record-meta.js';
import { ComputedValues, type ComputingOptions } from './computed-values.js';
import { StoredImages } from './stored-images.js';

/** The options for loading metadata of a request's records. */
export interface RecordMetaOptions extends ComputingOptions {
  readonly authorizer: Authorizer;
  /** Whether related records carry flags. */
  readonly flagsRelated: boolean;
  /**
   * The keys of the main records that are outside the user's scope. A write can move its records out
   * of it.
   */
  readonly hidden: ReadonlySet<string>;
  /** Links to the rest of the main records' relations; absent if not requested. */
  readonly more?: MoreLink;
}

/** The services that provide metadata of records, besides policies. */
@Injectable()
export class RecordMetaSources {
  constructor(
    readonly entities: EntityReader,
    readonly computed: ComputedValues,
    readonly images: StoredImages,
  ) {}
}

/**
 * The metadata of loaded records, from policies, callables and the storage. Loaded in one batch per
 * node, never record by record.
 */
export class LoadedRecordMeta implements RecordMeta {
  private readonly flagsOf = new Map<LoadedNode, ReadonlyMap<string, RecordFlags>>();
  private readonly computedOf = new Map<
    LoadedNode,
    ReadonlyMap<string, ReadonlyMap<string, string>>
  >();
  private missing: ReadonlySet<string> = new Set();

  private constructor(
    private readonly top: LoadedNode,
    private readonly moreOfTop: MoreLink | undefined,
  ) {}

  static async load(
    top: LoadedNode,
    sources: RecordMetaSources,
    options: RecordMetaOptions,
  ): Promise<LoadedRecordMeta> {
    const recordMeta = new LoadedRecordMeta(top, options.more);
    const nodes = nodesOf(top);
    for (const node of nodes)
      await recordMeta.loadNode(node, node === top || options.flagsRelated, sources, options);
    const images = new Set(nodes.flatMap(imagesOf));
    if (images.size > 0) recordMeta.missing = await sources.images.findMissing(images);
    return recordMeta;
  }

  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined {
    return this.flagsOf.get(node);
  }

  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, string>> | undefined {
    return this.computedOf.get(node);
  }

  more(node: LoadedNode): MoreLink | undefined {
    return node === this.top ? this.moreOfTop : undefined;
  }

  isMissing(path: string): boolean {
    return this.missing.has(path);
  }

  private async loadNode(
    node: LoadedNode,
    flagged: boolean,
    { entities, computed }: RecordMetaSources,
    options: RecordMetaOptions,
  ): Promise<void> {
    const { plan, rows } = node;
    const records = plan.policyColumns.length > 0 ? entities.read(plan, rows) : [];
    if (flagged) {
      const hidden = node === this.top ? options.hidden : NOTHING_HIDDEN;
      this.flagsOf.set(node, await flagsOf(node, records, hidden, options.authorizer));
    }
    if (plan.computed.length + plan.computedAttributes.length > 0)
      this.computedOf.set(node, await computed.compute(node, records, options));
  }
}

/** For reads inside the caller's scope. */
export const NOTHING_HIDDEN: RecordMetaOptions['hidden'] = new Set();

/** Policies are not asked about hidden records, which do not exist for the user. */
async function flagsOf(
  { plan: { resource }, rows }: LoadedNode,
  records: readonly object[],
  hidden: ReadonlySet<string>,
  authorizer: Authorizer,
): Promise<ReadonlyMap<string, RecordFlags>> {
  const keys = rows.map(rowKey);
  const isSeen = keys.map((key) => !hidden.has(key));
  const seen = hidden.size === 0 ? records : records.filter((_record, at) => isSeen[at]);
  const count = hidden.size === 0 ? rows.length : isSeen.filter(Boolean).length;
  const ofSeen = await flagRecords(authorizer, resource, count, seen);
  const [ofHidden] = hidden.size === 0 ? [] : await flagHidden(authorizer, resource, 1);
  let next = 0;
  return new Map(keys.map((key, at) => [key, isSeen[at] ? ofSeen[next++]! : ofHidden!]));
}

/** Returns the paths in the image columns of a node's rows that the response contains. */
function imagesOf({ plan, rows }: LoadedNode): readonly string[] {
  const images = plan.attributes.filter(({ field }) => field.options.image);
  return images.flatMap(({ index }) =>
    rows.flatMap((row) => (typeof row[index] === 'string' ? [row[index]] : [])),
  );
}

/** Returns the filters that keep the rows that `show` of their resource allows. */
export const showFilters = (
  authorizer: Authorizer,
  entities: EntityReader,
): Pick<Bounds, 'filter' | 'filterFresh'> => ({
  filter: (plan, rows) => mayShow(authorizer, plan.resource, entities.read(plan, rows)),
  async filterFresh(plan, rows) {
    const { resource } = plan;
    const shown = await mayShowFresh(authorizer, resource, entities.read(plan, rows));
    if (rows.length > 0 && !shown.includes(true))
      logRefusal(resource, `all ${rows.length} records that were read for a page`);
    return shown;
  },
});

/** Explains to developers why a page is empty. */
export function logRefusal({ key }: CompiledResource, refused: string): void {
  new Logger('Policies').debug(
    `The policy of ${key} refuses ${refused}: its "show" returned false.`,
  );
}
