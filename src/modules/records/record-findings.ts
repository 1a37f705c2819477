import type { Access } from '../../authorization/access.js';
import { flagRecords, mayShow, type RecordFlags } from '../../authorization/record-flags.js';
import type { ResourceRequest } from '../../definition/register.js';
import type { EntityReader } from '../../execution/entity-reader.js';
import { keyOf, nodesOf, type LoadedNode } from '../../execution/loaded.js';
import type { RowFilter } from '../../execution/relation-loader.js';
import type { CompiledCallable, CompiledForwarding } from '../../registry/compiled-resource.js';
import type { Findings } from '../../serialization/serializer.js';

/** What is asked about the records of a request. */
export interface Question {
  readonly access: Access;
  readonly request: ResourceRequest;
  /** Do related records carry flags? */
  readonly flagsRelated: boolean;
}

/** Asks policies and callables about loaded records: one batch a node, never one record at a time. */
export class RecordFindings implements Findings {
  private readonly flagsOf = new Map<LoadedNode, ReadonlyMap<string, RecordFlags>>();
  private readonly computedOf = new Map<LoadedNode, ReadonlyMap<string, ReadonlyMap<string, unknown>>>();

  private constructor() {}

  static async gather(top: LoadedNode, entities: EntityReader, question: Question): Promise<RecordFindings> {
    const findings = new RecordFindings();
    for (const node of nodesOf(top))
      await findings.ask(node, node === top || question.flagsRelated, entities, question);
    return findings;
  }

  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined {
    return this.flagsOf.get(node);
  }

  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, unknown>> | undefined {
    return this.computedOf.get(node);
  }

  private async ask(node: LoadedNode, flagged: boolean, entities: EntityReader, question: Question): Promise<void> {
    const { plan, rows } = node;
    const records = plan.looked.length > 0 ? entities.read(plan, rows) : [];
    if (flagged) {
      const flags = await flagRecords(question.access, plan.resource, rows.length, records);
      this.flagsOf.set(node, new Map(rows.map((row, at) => [keyOf(row), flags[at]!])));
    }
    if (plan.computed.length > 0) this.computedOf.set(node, await compute(node, records, question.request));
  }
}

/** Which rows of a level does its resource's `show` let through? */
export const showFilter =
  (access: Access, entities: EntityReader): RowFilter =>
  (plan, rows) =>
    mayShow(access, plan.resource, entities.read(plan, rows));

async function compute(node: LoadedNode, records: readonly object[], request: ResourceRequest) {
  const members = node.plan.computed.map(
    async (member) => [member.key, await valuesOf(member, node, records, request)] as const,
  );
  return new Map(await Promise.all(members));
}

async function valuesOf(
  member: CompiledCallable | CompiledForwarding,
  { rows }: LoadedNode,
  records: readonly object[],
  request: ResourceRequest,
): Promise<ReadonlyMap<string, unknown>> {
  if (member.form === 'forwarding')
    return byKey(
      rows.map(keyOf),
      await Promise.all(records.map((record) => (record as Record<string, unknown>)[member.property])),
    );
  const answer = await member.call(request, records);
  if (answer instanceof Map)
    return new Map([...(answer as Map<unknown, unknown>)].map(([key, value]) => [String(key), value]));
  return byKey(rows.map(keyOf), answer as readonly unknown[]);
}

const byKey = (keys: readonly string[], values: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(keys.map((key, at) => [key, values[at]]));
