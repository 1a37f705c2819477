import { storeMember } from '../store/definition-store.js';
import type { InputOptions } from '../contracts/options.js';
import type { ResourceBase, Unstored } from '../store/resource-of.js';
import type { Mistake } from '../../base/types/compile-time.js';
import type { NameOf, RuleSpec, SiblingOf } from '../../rules/entries/rule-types.js';

interface Options<R extends readonly RuleSpec[]> extends Omit<InputOptions, 'rules' | 'messages'> {
  readonly rules?: R;
  readonly messages?: Readonly<Partial<Record<NameOf<R[number]>, string>>>;
}

/**
 * Declares a value that a body may hold and no column does, such as `current_password`: it is
 * validated beside the fields, never written, and never in responses.
 */
export function Input<const R extends readonly RuleSpec[] = []>(options: Options<R> = {}) {
  return <T extends ResourceBase<object>, K extends keyof T & string>(
    target: T,
    key: K &
      (T[K] extends Unstored
        ? [Exclude<SiblingOf<R[number]>, keyof T>] extends [never]
          ? unknown
          : Mistake<
              'a rule names a field that the resource does not declare',
              Exclude<SiblingOf<R[number]>, keyof T>
            >
        : Mistake<'the type of an input is Unstored', T[K]>),
  ): void => storeMember(target, key, { kind: 'input', options });
}
