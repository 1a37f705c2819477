import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { isExpensive } from '../../../base/expensive.js';
import { oncePer } from '../../../base/once-per.js';
import { RequestError } from '../../../base/errors/index.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { Slots } from '../../../base/schedule/slots.js';
import type { Limits } from '../../../options/limits.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { callerKey, type CallerKey } from '../../../registry/resources/caller-key.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';

/** How many requests with the most slow values are admitted at one time. */
const OF_CALLER = 3;
const OF_ALL = 30;

type Transform = (value: unknown) => unknown;

/** The slow values of one request. */
interface SlowValues {
  readonly caller: string;
  readonly values: readonly unknown[];
}

/**
 * Replaces validated values by those to store, such as the hash of a password. Those that take long
 * are computed one by one and while no transaction is open; callers take turns.
 *
 * @contract C12
 */
@Injectable()
export class Transforms {
  private readonly callerKey: CallerKey;
  private readonly limits: Pick<Limits, 'expensiveValues'>;
  private readonly slots = new Slots({ running: 1 });
  private readonly admitted = new Map<string, number>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) { limits, authentication }: ResolvedOptions,
  ) {
    this.callerKey = callerKey(database.dataSource, authentication.user);
    this.limits = limits;
  }

  /** @throws RequestError `unavailable` while too many such values are computed */
  async apply(
    { resource, authorizer }: RequestContext,
    writes: readonly ValidWrite[],
  ): Promise<readonly ValidWrite[]> {
    const fields = [...resource.full.fields.values()].filter(({ options }) => options.transform);
    if (fields.length === 0) return writes;
    const transformed = writes.map((write) => ({ ...write, values: new Map(write.values) }));
    for (const { column, options } of fields) {
      const transform = options.transform as Transform;
      const given = transformed.filter(({ values }) => (values.get(column) ?? null) !== null);
      if (given.length === 0) continue;
      const values = given.map((write) => write.values.get(column));
      const caller = this.callerKey(authorizer.user);
      const results = isExpensive(transform)
        ? await this.database.beforehand(this.slowly(transform), { caller, values })
        : await inOrder(values, transform);
      given.forEach((write, at) => write.values.set(column, results[at]));
    }
    return transformed;
  }

  /** The same function for the same transform, so that a result is found again. */
  private readonly slowly = oncePer(
    (transform: Transform) =>
      ({ caller, values }: SlowValues) =>
        this.admit(caller, values.length, () =>
          inOrder(values, (value) => this.slots.run(async () => transform(value), caller)),
        ),
  );

  /**
   * Runs the work of a request, all of it once it is admitted. The first request of a caller always
   * is, as far as other callers leave space.
   */
  private async admit<Result>(
    caller: string,
    values: number,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const own = this.admitted.get(caller) ?? 0;
    const { expensiveValues } = this.limits;
    const all = [...this.admitted.values()].reduce((sum, count) => sum + count, 0);
    if (
      isFull(own, values, OF_CALLER * expensiveValues) ||
      isFull(all, values, OF_ALL * expensiveValues)
    )
      throw new RequestError('unavailable', { headers: { 'Retry-After': '5' } });
    this.admitted.set(caller, own + values);
    try {
      return await work();
    } finally {
      const left = this.admitted.get(caller)! - values;
      if (left > 0) this.admitted.set(caller, left);
      else this.admitted.delete(caller);
    }
  }
}

const isFull = (taken: number, values: number, max: number): boolean =>
  taken > 0 && taken + values > max;

async function inOrder(
  values: readonly unknown[],
  compute: Transform,
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (const value of values) results.push(await compute(value));
  return results;
}
