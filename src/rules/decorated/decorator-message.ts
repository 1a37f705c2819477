import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { ClassOf } from '../../base/types/compile-time.js';

type Metadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

/**
 * Returns the message of a decorator, as far as it is known without a value. A decorator without a
 * constraint has no message; if a function makes the message from the value, the decorator's
 * default is returned.
 */
export function decoratorMessage(metadata: Metadata, target: ClassOf): readonly string[] {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  if (!constraint) return [];
  const { propertyName: property, constraints = [], message } = metadata;
  const args: ValidationArguments = {
    targetName: target.name,
    property,
    constraints,
    object: {},
    value: undefined,
  };
  const template =
    typeof message === 'string' ? message : (constraint.instance.defaultMessage?.(args) ?? '');
  return template === '' ? [] : [fillTokens(template, args)];
}

/** Replaces `$property`, `$target`, `$constraint1`; `$value` stays, because it is not known. */
function fillTokens(
  message: string,
  { targetName, property, constraints }: ValidationArguments,
): string {
  const numbered = constraints.map(
    (constraint: unknown, at) => [`constraint${at + 1}`, String(constraint)] as const,
  );
  const values = new Map([['property', property], ['target', targetName], ...numbered]);
  return message.replace(/\$([a-z]+\d*)/g, (whole, name: string) => values.get(name) ?? whole);
}
