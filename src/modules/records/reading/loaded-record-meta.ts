import { Injectable, Logger } from '@nestjs/common';
import { mayShow, mayShowFresh } from '../../../pipeline/authorization/shown-records.js';
import type { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import {
  flagHidden,
  flagRecords,
  type RecordFlags,
} from '../../../pipeline/authorization/record-flags.js';
import { oneByOne, whenKnown, type Eventual } from '../../../base/when-known.js';
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

  /** Returns a promise only if a policy, a callable or the storage does. */
  static load(
    top: LoadedNode,
    sources: RecordMetaSources,
    options: RecordMetaOptions,
  ): Eventual<LoadedRecordMeta> {
    const recordMeta = new LoadedRecordMeta(top, options.more);
    const nodes = nodesOf(top);
    const steps = nodes.map((node) => () => recordMeta.loadNode(node, sources, options));
    const loaded = oneByOne([...steps, () => recordMeta.findMissing(nodes, sources)]);
    return whenKnown(loaded, () => recordMeta);
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

  private loadNode(
    node: LoadedNode,
    { entities, computed }: RecordMetaSources,
    options: RecordMetaOptions,
  ): Eventual<void> {
    const { plan, rows } = node;
    const records = plan.policyColumns.length > 0 ? entities.read(plan, rows) : [];
    const isComputed = plan.computed.length + plan.computedAttributes.length > 0;
    return whenKnown(this.loadFlags(node, records, options), () =>
      isComputed
        ? computed
            .compute(node, records, options)
            .then((values) => void this.computedOf.set(node, values))
        : undefined,
    );
  }

  private loadFlags(
    node: LoadedNode,
    records: readonly object[],
    { authorizer, flagsRelated, hidden }: RecordMetaOptions,
  ): Eventual<void> {
    const isTop = node === this.top;
    if (!isTop && !flagsRelated) return undefined;
    const flags = flagsOf(node, records, isTop ? hidden : NOTHING_HIDDEN, authorizer);
    return whenKnown(flags, (known) => void this.flagsOf.set(node, known));
  }

  private findMissing(nodes: readonly LoadedNode[], { images }: RecordMetaSources): Eventual<void> {
    const paths = new Set(nodes.flatMap(imagesOf));
    if (paths.size === 0) return undefined;
    return images.findMissing(paths).then((missing) => void (this.missing = missing));
  }
}

/** For reads inside the caller's scope. */
export const NOTHING_HIDDEN: RecordMetaOptions['hidden'] = new Set();

/** Policies are not asked about hidden records, which do not exist for the user. */
function flagsOf(
  { plan: { resource }, rows }: LoadedNode,
  records: readonly object[],
  hidden: ReadonlySet<string>,
  authorizer: Authorizer,
): Eventual<ReadonlyMap<string, RecordFlags>> {
  const keys = rows.map(rowKey);
  if (hidden.size === 0)
    return whenKnown(
      flagRecords(authorizer, resource, rows.length, records),
      (flags) => new Map(keys.map((key, at) => [key, flags[at]!])),
    );
  const isSeen = keys.map((key) => !hidden.has(key));
  const seen = records.filter((_record, at) => isSeen[at]);
  const flags = oneByOne([
    () => flagRecords(authorizer, resource, isSeen.filter(Boolean).length, seen),
    () => flagHidden(authorizer, resource),
  ]);
  return whenKnown(flags, ([ofSeen, ofHidden]) => {
    let next = 0;
    return new Map(keys.map((key, at) => [key, isSeen[at] ? ofSeen[next++]! : ofHidden]));
  });
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
