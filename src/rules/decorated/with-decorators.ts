import type { ClassOf } from '../../types/compile-time.js';
import type { ErrorTexts } from '../../errors/index.js';
import type { RuleOutcome, RuleSet } from '../rule-context.js';
import { decoratedProperties } from './rules-of-class.js';
import { decoratorErrors } from './decorator-errors.js';

/**
 * Rules, and beside them class-validator's decorators on the properties of a resource, which see
 * the values as the rules read them. Without any decorator it is the rules themselves.
 */
export function withDecorators(rules: RuleSet, resource: ClassOf): RuleSet {
  const decorated = decoratedProperties(resource);
  if (decorated.length === 0) return rules;
  return Object.freeze({
    fields: Object.freeze([...new Set([...rules.fields, ...decorated])]),
    confirmations: rules.confirmations,
    async check(values, context, only) {
      const outcome = await rules.check(values, context, only);
      return {
        values: outcome.values,
        errors: join(outcome, await decoratorErrors(asResource(resource, outcome), only)),
      };
    },
  } satisfies RuleSet);
}

/**
 * An instance that no constructor made: a resource's own would want its entity. A body cannot say
 * what its class is.
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
