import { getMetadataStorage } from 'class-validator';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import { describeRule } from '../../rules/entries/describe-rule.js';

/** The rules of each field, as strings. */
type Described = Readonly<Record<string, readonly string[]>>;

/** Describes an action's payload; empty if it has no rules. @contract C6.1 */
export function describePayload({ options: { rules, payload } }: CompiledAction): Described {
  if (payload) return describeClass(payload);
  return Object.fromEntries(
    Object.entries(rules ?? {}).map(([field, specs]) => [field, specs.map(describeRule)]),
  );
}

/** Describes rules by class-validator's names: `isDate`, `maxLength:500`. */
function describeClass(target: ClassOf): Described {
  const rules = new Map<string, string[]>();
  for (const { propertyName, name, type, constraints } of metadataOf(target)) {
    const values = (constraints ?? []).filter((constraint) =>
      ['string', 'number'].includes(typeof constraint),
    );
    const rule = [name ?? type, values.join(',')].filter((part) => part !== '').join(':');
    rules.set(propertyName, [...(rules.get(propertyName) ?? []), rule]);
  }
  return Object.fromEntries(rules);
}

const metadataOf = (target: ClassOf) =>
  getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
