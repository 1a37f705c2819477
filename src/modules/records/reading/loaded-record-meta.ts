import { Injectable } from '@nestjs/common';
import { mayShow, mayShowFresh } from '../../../authorization/shown-records.js';
import type { Authorizer } from '../../../authorization/authorizer.js';
import { flagHidden, flagRecords, type RecordFlags } from '../../../authorization/record-flags.js';
import { EntityReader } from '../../../execution/entity-reader.js';
import { keyOf, nodesOf, type LoadedNode } from '../../../execution/loaded.js';
import type { Bounds } from '../../../execution/relation-loader.js';
import type { RecordMeta, MoreLink } from '../../../serialization/serializer.js';
import { ComputedValues, type ComputedOptions } from './computed-values.js';
import { StoredImages } from './stored-images.js';

/** What is asked about the records of a request. */
export interface RecordMetaOptions extends ComputedOptions {
  readonly authorizer: Authorizer;
  /** Do related records carry flags? */
  readonly flagsRelated: boolean;
  /** Are the main records inside the user's scope? All are but one that a write took out of it. */
  readonly isVisible: boolean;
  /** Where the main records' relations go on; absent where that is not asked. */
  readonly more?: MoreLink;
}

/** Whom the questions about records go to, besides policies. */
@Injectable()
export class RecordMetaSources {
  constructor(
    readonly entities: EntityReader,
    readonly computed: ComputedValues,
    readonly images: StoredImages,
  ) {}
}

/**
 * Asks policies, callables and the storage about loaded records: one batch a node, never one record
 * at a time.
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
      await recordMeta.ask(node, node === top || options.flagsRelated, sources, options);
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

  private async ask(
    node: LoadedNode,
    flagged: boolean,
    { entities, computed }: RecordMetaSources,
    options: RecordMetaOptions,
  ): Promise<void> {
    const { plan, rows } = node;
    const records = plan.policyColumns.length > 0 ? entities.read(plan, rows) : [];
    if (flagged) {
      const isHidden = !options.isVisible && node === this.top;
      const flags = isHidden
        ? await flagHidden(options.authorizer, plan.resource, rows.length)
        : await flagRecords(options.authorizer, plan.resource, rows.length, records);
      this.flagsOf.set(node, new Map(rows.map((row, at) => [keyOf(row), flags[at]!])));
    }
    if (plan.computed.length > 0)
      this.computedOf.set(node, await computed.compute(node, records, options));
  }
}

/** The paths that the rows of a node hold in image columns which are answered. */
function imagesOf({ plan, rows }: LoadedNode): readonly string[] {
  const images = plan.attributes.filter(({ field }) => field.options.image);
  return images.flatMap(({ index }) =>
    rows.flatMap((row) => (typeof row[index] === 'string' ? [row[index]] : [])),
  );
}

/** Which rows does the `show` of their resource let through? */
export const showFilters = (
  authorizer: Authorizer,
  entities: EntityReader,
): Pick<Bounds, 'filter' | 'filterFresh'> => ({
  filter: (plan, rows) => mayShow(authorizer, plan.resource, entities.read(plan, rows)),
  filterFresh: (plan, rows) => mayShowFresh(authorizer, plan.resource, entities.read(plan, rows)),
});
