import { Inject, Injectable } from '@nestjs/common';
import type { ResourceRequest } from '../../../base/types/register.js';
import { RequestError } from '../../../base/errors/index.js';
import { TooManyBytes } from '../../../database/read/byte-budget.js';
import type { RowMeter } from '../../../database/connection/database.js';
import { ReadSlotUnavailable } from '../../../database/read/read-slot.js';
import { rowKey, type LoadedNode } from '../../../database/read/loaded.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type {
  CompiledCallable,
  CompiledComputed,
  CompiledForwarding,
  CompiledResource,
  ResourceView,
} from '../../../registry/resources/compiled-resource.js';
import { columnData, DataWriter } from '../../../serialization/data-writer.js';
import { outcomeOf, outcomesOf, reportFaults, type ComputedOutcome } from './computed-outcomes.js';
import { withTimeout } from '../../../base/schedule/with-timeout.js';

/** The options of computing values. */
export interface ComputingOptions {
  readonly request: ResourceRequest;
  /** Whether the request's writes are committed, so that it can no longer be rejected. */
  readonly isCommitted: boolean;
  /** Counts the returned bytes; omitted if the request can no longer be rejected. */
  readonly meter?: Pick<RowMeter, 'take'>;
}

type Member = CompiledCallable | CompiledComputed | CompiledForwarding;
/** JSON by key; null if absent. */
type JsonByKey = ReadonlyMap<string, string>;

/**
 * Computes callables, computed and forwarded attributes for the records of a level, concurrently. They run
 * the application's code: a value that fails, times out or cannot be serialized becomes null for
 * its record and is logged; all other values are returned.
 *
 * @spec Relation definitions, callable and forwarding form
 */
@Injectable()
export class ComputedValues {
  constructor(
    private readonly data: DataWriter,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /**
   * @param records the node's rows as entities, in the same order
   * @returns JSON by member and key
   * @throws RequestError that a callable throws, unless a write is committed already
   */
  async compute(
    node: LoadedNode,
    records: readonly object[],
    options: ComputingOptions,
  ): Promise<ReadonlyMap<string, JsonByKey>> {
    const { plan } = node;
    const computed = [...plan.computed, ...plan.computedAttributes];
    const json = await Promise.all(
      computed.map((member) => this.jsonOf(member, node, records, options)),
    );
    return new Map(computed.map(({ key }, at) => [key, json[at]!]));
  }

  private async jsonOf(
    member: Member,
    { plan, rows }: LoadedNode,
    records: readonly object[],
    { request, isCommitted, meter }: ComputingOptions,
  ): Promise<JsonByKey> {
    if (records.length === 0) return new Map();
    const keys = rows.map(rowKey);
    const call = callOf(member, plan.resource, request);
    const outcomes = await withTimeout(this.options.limits.callableTimeout, (timeout) =>
      this.call(call, keys, records, plan.resource.view, timeout, meter),
    );
    const faults = outcomes.filter((outcome) => 'fault' in outcome);
    const refusal = faults.find(({ fault }) => isRefusal(fault));
    if (refusal && !isCommitted) throw refusal.fault;
    if (faults.length > 0) reportFaults(`${plan.resource.key}.${member.key}`, faults);
    return new Map(outcomes.flatMap(({ key, json }) => (json === null ? [] : [[key, json]])));
  }

  private call(
    { batch, each }: Call,
    keys: readonly string[],
    records: readonly object[],
    view: ResourceView,
    timeout: Promise<never>,
    meter: Pick<RowMeter, 'take'> | undefined,
  ): Promise<readonly ComputedOutcome[]> {
    const write = (value: unknown): string => {
      const json = this.data.write(value, view);
      meter?.take(json.length);
      return json;
    };
    if (batch !== null)
      return outcomesOf(
        keys,
        started(() => batch(records)),
        write,
        timeout,
      );
    const jsonOf = (record: object) => started(() => each(record)).then(write);
    return Promise.all(records.map((record, at) => outcomeOf(keys[at]!, jsonOf(record), timeout)));
  }
}

const isRefusal = (fault: unknown): boolean =>
  fault instanceof RequestError ||
  fault instanceof TooManyBytes ||
  fault instanceof ReadSlotUnavailable;

/** The function to call, for all records or for each. */
type Call =
  | { readonly batch: (records: readonly object[]) => unknown; readonly each: null }
  | { readonly batch: null; readonly each: (record: object) => unknown };

/** Returns the function of a member. A forwarded column is serialized like that column. */
function callOf(member: Member, { table }: CompiledResource, request: ResourceRequest): Call {
  if (member.form === 'forwarding') {
    const { property } = member;
    const column = table.columns.get(property);
    const valueOf = (record: object): unknown => (record as Record<string, unknown>)[property];
    return {
      batch: null,
      each: column ? (record) => columnData(valueOf(record), column) : valueOf,
    };
  }
  const { batch, each } = member;
  return batch === null
    ? { batch, each: (record) => each!(request, record) }
    : { batch: (records) => batch(request, records), each: null };
}

/** Turns a synchronous throw into a rejection. */
const started = async (call: () => unknown): Promise<unknown> => call();
