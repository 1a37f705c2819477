import type { UploadedFile } from '../values/uploaded-file.js';

/**
 * A rule: the type of a valid value (`unknown` if it does not restrict the type), and the form of
 * its parameter (`never` without a parameter).
 */
export interface Rule<Value = unknown, Parameter extends string = never> {
  value: Value;
  parameter: Parameter;
}
/** A rule with an optional parameter: `uuid`, `uuid:4`. */
export interface RuleWithOption<Value, Parameter extends string> {
  value: Value;
  option: Parameter;
}
/** A rule whose parameter names a sibling field, followed by `Rest`: `required_if:role,admin`. */
export interface RuleOnSibling<Value = unknown, Rest extends string = ''> {
  value: Value;
  rest: Rest;
}

type Num = `${number}`;
type Pair = `${Num},${Num}`;
type AndMore = '' | `,${string}`;
/** A word, a date, or the name of a sibling field. */
export type Moment = 'now' | 'today' | 'tomorrow' | 'yesterday' | (string & {});

/**
 * The types of the rules by name. Applications add their own by module augmentation: `declare
 * module 'resource-api' { interface RuleCatalogue { isbn: Rule<string> } }`
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
