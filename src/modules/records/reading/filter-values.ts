import { Injectable } from '@nestjs/common';
import { oncePer } from '../../../base/once-per.js';
import type { RequestedFilter } from '../../../pipeline/authorization/authorize-filters.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import type { ErrorTexts } from '../../../base/errors/index.js';
import type { CompiledFilter } from '../../../registry/resources/compiled-resource.js';
import { compileRules } from '../../../rules/check/compile-rules.js';
import type { RuleSet } from '../../../rules/entries/rule-context.js';
import { zoneHint } from '../../../pipeline/request/zone-hint.js';
import { RuleContexts } from '../lookups/rule-contexts.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';

/** A filter's value after validation, and its errors by path. */
export interface CheckedValue {
  readonly value: unknown;
  readonly errors: ErrorTexts;
}

/** The name of a single value in its rules. */
const SINGLE = 'value';

/** Validates the values of filters against their rules. @contract C5.7 */
@Injectable()
export class FilterValues {
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
    const ruleContext = this.contexts.of(
      { request, ...requestContext },
      { resource: requestContext.resource, written: { records: [] } },
      null,
    );
    const { values, errors } = await rulesOf(filter).check(given, ruleContext);
    const byPath = Object.entries(errors).map(([name, messages]) => [
      name === SINGLE && !options.rules ? path : `${path}.${name}`,
      messages.map((message) => message + zoneHint(given[name])),
    ]);
    return {
      value: options.rules ? values : values[SINGLE],
      errors: Object.fromEntries(byPath) as ErrorTexts,
    };
  }
}

const rulesOf = oncePer(({ options: { rules, value = [] } }: CompiledFilter): RuleSet => {
  const sources = rules ? Object.entries(rules) : [[SINGLE, value] as const];
  return compileRules(Object.fromEntries(sources.map(([name, specs]) => [name, { rules: specs }])));
});
