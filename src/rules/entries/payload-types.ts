import type { Mistake, Simplify } from '../../base/types/compile-time.js';
import type { RuleMap, SiblingOf, ValueOf } from './rule-types.js';

type Head<Path> = Path extends `${infer H}.${string}` ? H : Path & string;
type Below<M, H extends string> = {
  [P in keyof M as P extends `${H}.${infer Rest}` ? Rest : never]: M[P];
};
type At<M, H> = H extends keyof M
  ? M[H] extends readonly unknown[]
    ? M[H]
    : readonly []
  : readonly [];
type OrNull<M, H> = 'nullable' extends At<M, H>[number] ? null : never;
type IsList<M, H> = Extract<At<M, H>[number], 'array' | 'list'> extends never ? false : true;
type Value<M, H extends string> = keyof Below<M, H> extends never
  ? IsList<M, H> extends true
    ? unknown[]
    : ValueOf<At<M, H>>
  : '*' extends Head<keyof Below<M, H>>
    ? (Value<Below<M, H>, '*'> | OrNull<Below<M, H>, '*'>)[]
    : ObjectOf<Below<M, H>>;
type IsRequired<M, H> =
  Extract<At<M, H>[number], 'required' | 'present' | 'accepted' | 'declined'> extends never
    ? false
    : true;
type ObjectOf<M> = Simplify<
  {
    [H in Head<keyof M> as IsRequired<M, H> extends true ? H : never]: Value<M, H> | OrNull<M, H>;
  } & {
    [H in Head<keyof M> as IsRequired<M, H> extends true ? never : H]?: Value<M, H> | OrNull<M, H>;
  }
>;
/** The result of `validate()` for these rules. */
export type Payload<M> = ObjectOf<M>;

type SiblingsOf<M> = {
  [K in keyof M]: M[K] extends readonly unknown[] ? SiblingOf<M[K][number]> : never;
}[keyof M];
type Siblings<M> = [Exclude<SiblingsOf<M>, keyof M>] extends [never]
  ? unknown
  : Mistake<'a rule names a field that has no rules here', Exclude<SiblingsOf<M>, keyof M>>;

/** Declares the rules of a payload, with the type of a valid payload. */
export const defineRules = <const M extends RuleMap>(rules: M & Siblings<M>): M => rules;
