import { storeMember } from '../store/definition-store.js';
import type { DerivedRule, FieldOptions } from '../contracts/options.js';
import type { EntityOf, ResourceBase } from '../store/resource-of.js';
import type { Camel, Mistake, PropertyOf, Same } from '../../base/types/compile-time.js';
import type { NameOf, RuleSpec, SiblingOf, ValueOf } from '../../rules/entries/rule-types.js';

interface Options<
  R extends readonly RuleSpec[],
  S extends readonly RuleSpec[],
  I extends boolean,
  P extends string,
> extends Omit<FieldOptions, 'rules' | 'storingRules' | 'messages' | 'image' | 'property'> {
  readonly rules?: R;
  readonly storingRules?: S;
  readonly messages?: Readonly<
    Partial<Record<NameOf<R[number]> | NameOf<S[number]> | DerivedRule, string>>
  >;
  readonly image?: I;
  readonly property?: P;
}

type None = string & { readonly none: never };
type Source<K extends string, P extends string> = [P] extends [None] ? K : P;
type RulesFit<R extends readonly unknown[], V, Image> = Image extends true
  ? true
  : ValueOf<R> extends infer W
    ? unknown extends W
      ? true
      : [W] extends [NonNullable<V>]
        ? true
        : false
    : never;
type Check<E, T, S extends string, V, R extends readonly unknown[], I> = [
  PropertyOf<E, S>,
] extends [never]
  ? Mistake<'the entity has no such property', `${S}, ${Camel<S>}`>
  : Same<V, E[PropertyOf<E, S>]> extends false
    ? Mistake<'the entity declares another type', E[PropertyOf<E, S>]>
    : [Exclude<SiblingOf<R[number]>, keyof T>] extends [never]
      ? RulesFit<R, V, I> extends false
        ? Mistake<'the rules let through what the property cannot hold', ValueOf<R>>
        : unknown
      : Mistake<
          'a rule names a field that the resource does not declare',
          Exclude<SiblingOf<R[number]>, keyof T>
        >;

/**
 * Declares a field: its name is its name on the wire, its column the entity's property of that name
 * or its camelCase. What the column requires of values becomes rules, beside the declared ones.
 *
 * @spec Fields of a resource definition
 * @contract C1.8
 */
export function Field<
  const R extends readonly RuleSpec[] = [],
  const S extends readonly RuleSpec[] = [],
  const I extends boolean = false,
  const P extends string = None,
>(options: Options<R, S, I, P> = {}) {
  return <T extends ResourceBase<object>, K extends keyof T & string>(
    target: T,
    key: K & Check<EntityOf<T>, T, Source<K, P>, T[K], R, I>,
  ): void => storeMember(target, key, { kind: 'field', options: options });
}
