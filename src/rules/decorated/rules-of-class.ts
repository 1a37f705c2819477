import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { RuleSet } from '../entries/rule-context.js';
import { describeUnstorable } from '../messages/describe-unstorable.js';
import { findUnstorable } from '../values/unstorable.js';
import { decoratorErrors } from './decorator-errors.js';

/** Returns the properties of a class that have class-validator decorators. */
export function decoratedProperties(target: ClassOf): readonly string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

/**
 * Returns the rules of a payload class: class-transformer makes an instance of the body, and
 * class-validator checks it. The outcome's values are this instance.
 */
export function rulesOfClass(target: ClassOf): RuleSet {
  return Object.freeze({
    fields: Object.freeze(decoratedProperties(target)),
    confirmations: new Map(),
    passwords: [],
    async check(values, ruleContext, only) {
      const unstorable = findUnstorable(values);
      if (unstorable.length > 0)
        return { values, errors: describeUnstorable(unstorable, ruleContext.languages) };
      const instance = plainToInstance(target as new () => object, values);
      return {
        values: instance as Readonly<Record<string, unknown>>,
        errors: await decoratorErrors(instance, only),
      };
    },
  } satisfies RuleSet);
}
