import type { ClassOf, Mistake, Simplify } from '../definition/types.js';

/** What a rule says: the type of a value that passes it (`unknown`: nothing), and the shape of its parameter (`never`: none). */
export interface Rule<Value = unknown, Parameter extends string = never> {
  value: Value;
  parameter: Parameter;
}
/** The parameter may be left out: `uuid`, `uuid:4`. */
export interface RuleWithOption<Value, Parameter extends string> {
  value: Value;
  option: Parameter;
}
/** The parameter names a sibling field, and may go on with `Rest`: `required_if:role,admin`. */
export interface RuleOnSibling<Value = unknown, Rest extends string = ''> {
  value: Value;
  rest: Rest;
}

type Num = `${number}`;
type Pair = `${Num},${Num}`;
type AndMore = '' | `,${string}`;
/** A moment by word, or a date, or a sibling field. */
export type Moment = 'now' | 'today' | 'tomorrow' | 'yesterday' | (string & {});

/** What validation sees of a file: what was found in it, never what its name or its sender says. @contract C10.1 */
export interface UploadedFile {
  /** Where it waits until it is stored. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** What its content is; `null` when it is nothing that is known. */
  readonly type: FileType | null;
  /** Pixels, of an image whose header tells. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
}

/** A type of file, found in its content: `{ extension: 'png', mime: 'image/png' }`. */
export interface FileType {
  readonly extension: string;
  readonly mime: string;
}

/**
 * The rules by name, for the compiler. A team adds its own by module augmentation:
 * `declare module 'resource-api' { interface RuleCatalogue { isbn: Rule<string> } }`
 */
export interface RuleCatalogue {
  required: Rule;
  nullable: Rule;
  sometimes: Rule;
  present: Rule;
  filled: Rule;
  prohibited: Rule;
  missing: Rule;
  bail: Rule;
  required_if: RuleOnSibling<unknown, `,${string}`>;
  required_unless: RuleOnSibling<unknown, `,${string}`>;
  required_with: RuleOnSibling<unknown, AndMore>;
  required_with_all: RuleOnSibling<unknown, AndMore>;
  required_without: RuleOnSibling<unknown, AndMore>;
  required_without_all: RuleOnSibling<unknown, AndMore>;
  required_if_accepted: RuleOnSibling;
  required_if_declined: RuleOnSibling;
  present_if: RuleOnSibling<unknown, `,${string}`>;
  present_unless: RuleOnSibling<unknown, `,${string}`>;
  present_with: RuleOnSibling<unknown, AndMore>;
  present_with_all: RuleOnSibling<unknown, AndMore>;
  missing_if: RuleOnSibling<unknown, `,${string}`>;
  missing_unless: RuleOnSibling<unknown, `,${string}`>;
  missing_with: RuleOnSibling<unknown, AndMore>;
  missing_with_all: RuleOnSibling<unknown, AndMore>;
  prohibited_if: RuleOnSibling<unknown, `,${string}`>;
  prohibited_unless: RuleOnSibling<unknown, `,${string}`>;
  prohibited_if_accepted: RuleOnSibling;
  prohibited_if_declined: RuleOnSibling;
  prohibits: RuleOnSibling<unknown, AndMore>;
  exclude: Rule;
  exclude_if: RuleOnSibling<unknown, `,${string}`>;
  exclude_unless: RuleOnSibling<unknown, `,${string}`>;
  exclude_with: RuleOnSibling<unknown, AndMore>;
  exclude_without: RuleOnSibling<unknown, AndMore>;
  string: Rule<string>;
  integer: Rule<number>;
  numeric: Rule<number>;
  boolean: Rule<boolean>;
  accepted: Rule<true>;
  accepted_if: RuleOnSibling<unknown, `,${string}`>;
  declined: Rule<false>;
  declined_if: RuleOnSibling<unknown, `,${string}`>;
  json: Rule;
  date: Rule<Date>;
  array: RuleWithOption<readonly unknown[], string>;
  object: Rule<object>;
  list: Rule<readonly unknown[]>;
  file: Rule<UploadedFile>;
  image: Rule<UploadedFile>;
  mimes: Rule<UploadedFile, string>;
  mimetypes: Rule<UploadedFile, string>;
  dimensions: Rule<UploadedFile, string>;
  email: Rule<string>;
  url: Rule<string>;
  uuid: RuleWithOption<string, Num>;
  ulid: Rule<string>;
  ip: Rule<string>;
  ipv4: Rule<string>;
  ipv6: Rule<string>;
  mac_address: Rule<string>;
  hex_color: Rule<string>;
  alpha: Rule<string>;
  alpha_num: Rule<string>;
  alpha_dash: Rule<string>;
  ascii: Rule<string>;
  lowercase: Rule<string>;
  uppercase: Rule<string>;
  timezone: Rule<string>;
  country: Rule<string>;
  regex: Rule<string, string>;
  not_regex: Rule<string, string>;
  starts_with: Rule<string, string>;
  ends_with: Rule<string, string>;
  doesnt_start_with: Rule<string, string>;
  doesnt_end_with: Rule<string, string>;
  min: Rule<unknown, Num>;
  max: Rule<unknown, Num>;
  size: Rule<unknown, Num>;
  between: Rule<unknown, Pair>;
  gt: Rule<unknown, string>;
  gte: Rule<unknown, string>;
  lt: Rule<unknown, string>;
  lte: Rule<unknown, string>;
  digits: Rule<unknown, Num>;
  digits_between: Rule<unknown, Pair>;
  min_digits: Rule<unknown, Num>;
  max_digits: Rule<unknown, Num>;
  decimal: RuleWithOption<unknown, Num | Pair>;
  multiple_of: Rule<number, Num>;
  in: Rule<unknown, string>;
  not_in: Rule<unknown, string>;
  in_array: RuleOnSibling;
  distinct: Rule;
  contains: Rule<readonly unknown[], string>;
  doesnt_contain: Rule<readonly unknown[], string>;
  required_array_keys: Rule<object, string>;
  same: RuleOnSibling;
  different: RuleOnSibling;
  confirmed: Rule;
  after: Rule<Date, Moment>;
  after_or_equal: Rule<Date, Moment>;
  before: Rule<Date, Moment>;
  before_or_equal: Rule<Date, Moment>;
  date_equals: Rule<Date, Moment>;
  date_format: Rule<Date, string>;
  unique: RuleWithOption<unknown, `${string},${string}`>;
  exists: Rule<unknown, `${string},${string}`>;
  current_password: Rule<string>;
  enum: Rule<unknown, string>;
}

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
/** A rule as an object, for what a string cannot say. */
export interface BuiltRule<Name extends string = string, Value = unknown> {
  readonly name: Name;
  readonly arguments: readonly unknown[];
  readonly [VALUE]?: Value;
}
/** A rule as a definition writes it. */
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
/** The type of a value that passes all of the rules. */
export type ValueOf<R extends readonly unknown[], Seen = unknown> = R extends readonly [infer Head, ...infer Rest]
  ? ValueOf<Rest, Seen & ValueOfOne<Head>>
  : Seen;

type Head<Path> = Path extends `${infer H}.${string}` ? H : Path & string;
type Below<M, H extends string> = { [P in keyof M as P extends `${H}.${infer Rest}` ? Rest : never]: M[P] };
type At<M, H> = H extends keyof M ? (M[H] extends readonly unknown[] ? M[H] : readonly []) : readonly [];
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
  Extract<At<M, H>[number], 'required' | 'present' | 'accepted' | 'declined'> extends never ? false : true;
type ObjectOf<M> = Simplify<
  { [H in Head<keyof M> as IsRequired<M, H> extends true ? H : never]: Value<M, H> | OrNull<M, H> } & {
    [H in Head<keyof M> as IsRequired<M, H> extends true ? never : H]?: Value<M, H> | OrNull<M, H>;
  }
>;
/** What `validate()` gives for these rules. */
export type Payload<M> = ObjectOf<M>;

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
type SiblingsOf<M> = { [K in keyof M]: M[K] extends readonly unknown[] ? SiblingOf<M[K][number]> : never }[keyof M];
type Siblings<M> = [Exclude<SiblingsOf<M>, keyof M>] extends [never]
  ? unknown
  : Mistake<'a rule names a field that has no rules here', Exclude<SiblingsOf<M>, keyof M>>;

/** Rules of a payload, with the type of the payload that passes them. */
export const defineRules = <const M extends RuleMap>(rules: M & Siblings<M>): M => rules;

/** `in` for values that hold a comma, or that come from a constant. */
export const oneOf = <const V extends readonly (string | number)[]>(values: V): BuiltRule<'in', V[number]> => ({
  name: 'in',
  arguments: values,
});

/** `enum` with the values of an enum: `enumOf(PostStatus)`. */
export const enumOf = <E extends Readonly<Record<string, string | number>>>(
  members: E,
): BuiltRule<'enum', E[keyof E]> => ({
  name: 'enum',
  // An enum of numbers leads back from each number to its name, too.
  arguments: Object.entries(members)
    .filter(([name]) => !/^-?\d/.test(name))
    .map(([, value]) => value),
});

/** No other row holds the value in this column. */
export const unique = <E extends object>(entity: () => ClassOf<E>, column: keyof E & string): BuiltRule<'unique'> => ({
  name: 'unique',
  arguments: [entity, column],
});

/** A row that the caller may see holds the value in this column. */
export const existsIn = <E extends object>(
  entity: () => ClassOf<E>,
  column: keyof E & string,
): BuiltRule<'exists'> => ({
  name: 'exists',
  arguments: [entity, column],
});
