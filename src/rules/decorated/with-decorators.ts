import type { ClassOf } from '../../base/types/compile-time.js';
import type { ErrorTexts } from '../../base/errors/index.js';
import type { RuleOutcome, RuleSet } from '../entries/rule-context.js';
import { decoratedProperties } from './rules-of-class.js';
import { decoratorErrors } from './decorator-errors.js';

/**
 * Adds the class-validator decorators on the properties of a resource to its rules. They check the
 * values as the rules convert them. Without decorators, returns the rules themselves.
 */
export function withDecorators(rules: RuleSet, resource: ClassOf): RuleSet {
  const decorated = decoratedProperties(resource);
  if (decorated.length === 0) return rules;
  return Object.freeze({
    fields: Object.freeze([...new Set([...rules.fields, ...decorated])]),
    confirmations: rules.confirmations,
    passwords: rules.passwords,
    async check(values, ruleContext, only) {
      const outcome = await rules.check(values, ruleContext, only);
      return {
        values: outcome.values,
        errors: join(outcome, await decoratorErrors(asResource(resource, outcome), only)),
      };
    },
  } satisfies RuleSet);
}

/**
 * Creates an instance without the constructor, because a resource's constructor expects its entity.
 * A body cannot change its class.
 */
function asResource(resource: ClassOf, { values }: RuleOutcome): object {
  const { constructor: _named, ...properties } = Object.getOwnPropertyDescriptors(values);
  return Object.create(resource.prototype as object, properties) as object;
}

function join({ errors }: RuleOutcome, further: ErrorTexts): ErrorTexts {
  const fields = new Set([...Object.keys(errors), ...Object.keys(further)]);
  return Object.fromEntries(
    [...fields].map(
      (field) => [field, [...(errors[field] ?? []), ...(further[field] ?? [])]] as const,
    ),
  );
}
