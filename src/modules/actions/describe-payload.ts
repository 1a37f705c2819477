import { getMetadataStorage } from 'class-validator';
import type { ClassOf } from '../../types/compile-time.js';
import type { CompiledAction } from '../../registry/compiled-resource.js';
import { describeRule } from '../../rules/describe-rule.js';

/** Field -> the texts of its rules. */
type Described = Readonly<Record<string, readonly string[]>>;

/** What an action wants to be sent; empty where it has no rules. @contract C6.1 */
export function describePayload({ options: { rules, payload } }: CompiledAction): Described {
  if (payload) return describeClass(payload);
  return Object.fromEntries(
    Object.entries(rules ?? {}).map(([field, specs]) => [field, specs.map(describeRule)]),
  );
}

/** class-validator's names of its decorators: `isDate`, `maxLength:500`. */
function describeClass(target: ClassOf): Described {
  const texts = new Map<string, string[]>();
  for (const { propertyName, name, type, constraints } of metadataOf(target)) {
    const constraintNames = (constraints ?? []).filter((constraint) =>
      ['string', 'number'].includes(typeof constraint),
    );
    const json = [name ?? type, constraintNames.join(',')].filter((part) => part !== '').join(':');
    texts.set(propertyName, [...(texts.get(propertyName) ?? []), json]);
  }
  return Object.fromEntries(texts);
}

const metadataOf = (target: ClassOf) =>
  getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
