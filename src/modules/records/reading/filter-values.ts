import { Injectable } from '@nestjs/common';
import type { RequestedFilter } from '../../../authorization/authorize-filters.js';
import type { ResourceRequest } from '../../../types/register.js';
import type { ErrorTexts } from '../../../errors/index.js';
import type { CompiledFilter } from '../../../registry/compiled-resource.js';
import { compileRules } from '../../../rules/compile-rules.js';
import type { RuleSet } from '../../../rules/rule-context.js';
import { RuleContexts } from '../writing/rule-contexts.js';
import type { RequestContext } from '../../../authorization/request-context.js';

/** The value as its filter takes it, and what is wrong with it, by its path in the request. */
export interface CheckedValue {
  readonly value: unknown;
  readonly errors: ErrorTexts;
}

/** What rules say of a single value, and what they call it. */
const SINGLE = 'value';

/** Holds the values of filters against their rules. @contract C5.7 */
@Injectable()
export class FilterValues {
  private readonly sets = new WeakMap<CompiledFilter, RuleSet>();

  constructor(private readonly contexts: RuleContexts) {}

  async check(
    { filter, value }: RequestedFilter,
    requestContext: RequestContext,
    request: ResourceRequest,
  ): Promise<CheckedValue> {
    const { options, key } = filter;
    const path = `filters.${key}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (options.rules && !isObject)
      return { value, errors: { [path]: ['The value must be an object.'] } };
    const given = (options.rules ? value : { [SINGLE]: value }) as Readonly<
      Record<string, unknown>
    >;
    const context = this.contexts.of(
      { request, ...requestContext },
      { resource: requestContext.resource, written: null },
      null,
    );
    const { values, errors } = await this.setOf(filter).check(given, context);
    const told = Object.entries(errors).map(([name, texts]) => [
      name === SINGLE && !options.rules ? path : `${path}.${name}`,
      texts,
    ]);
    return {
      value: options.rules ? values : values[SINGLE],
      errors: Object.fromEntries(told) as ErrorTexts,
    };
  }

  private setOf(filter: CompiledFilter): RuleSet {
    const known = this.sets.get(filter);
    if (known) return known;
    const { rules, value = [] } = filter.options;
    const sources = rules ? Object.entries(rules) : [[SINGLE, value] as const];
    const set = compileRules(
      Object.fromEntries(sources.map(([name, specs]) => [name, { rules: specs }])),
    );
    this.sets.set(filter, set);
    return set;
  }
}
