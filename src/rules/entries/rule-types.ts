import type { Rule, RuleCatalogue, RuleOnSibling, RuleWithOption } from './rule-catalogue.js';

type TextOf<Name extends string, S> =
  S extends RuleOnSibling<unknown, infer Rest>
    ? `${Name}:${string}${Rest}`
    : S extends RuleWithOption<unknown, infer P>
      ? Name | `${Name}:${P}`
      : S extends Rule<unknown, infer P>
        ? [P] extends [never]
          ? Name
          : `${Name}:${P}`
        : never;
type Texts = { [K in keyof RuleCatalogue]: TextOf<K, RuleCatalogue[K]> };
/** A rule as a string: `max:200`. */
export type RuleText = Texts[keyof Texts];

declare const VALUE: unique symbol;
/** A rule as an object, for parameters that a string cannot express. */
export interface BuiltRule<Name extends string = string, Value = unknown> {
  readonly name: Name;
  readonly arguments: readonly unknown[];
  readonly [VALUE]?: Value;
}
/** A rule as a definition declares it. */
export type RuleSpec = RuleText | BuiltRule;
/** Payload field, by its dotted path -> its rules. */
export type RuleMap = Readonly<Record<string, readonly RuleSpec[]>>;

/** The name of a rule. */
export type NameOf<R> = R extends `${infer Name}:${string}`
  ? Name
  : R extends BuiltRule<infer Name>
    ? Name
    : R & string;
type Split<S extends string> = S extends `${infer A},${infer B}` ? A | Split<B> : S;
type ValueOfOne<R> =
  R extends BuiltRule<string, infer V>
    ? V
    : R extends `in:${infer List}`
      ? Split<List>
      : NameOf<R> extends infer Name extends keyof RuleCatalogue
        ? RuleCatalogue[Name]['value']
        : unknown;
/** The type of a value that is valid for all of the rules. */
export type ValueOf<R extends readonly unknown[], Seen = unknown> = R extends readonly [
  infer Head,
  ...infer Rest,
]
  ? ValueOf<Rest, Seen & ValueOfOne<Head>>
  : Seen;

type OnSibling = {
  [K in keyof RuleCatalogue]: RuleCatalogue[K] extends RuleOnSibling<unknown, string> ? K : never;
}[keyof RuleCatalogue];
/** The fields that rules such as `required_if:role,admin` name. */
export type SiblingOf<R> = R extends `${infer Name}:${infer Rest}`
  ? Name extends OnSibling
    ? Rest extends `${infer First},${string}`
      ? First
      : Rest
    : never
  : never;
