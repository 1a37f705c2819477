import type { Wording } from '../entries/rule-entry.js';

/** A message for each of the framework's rules. A language without one of them does not compile. */
export type BuiltInTexts = Readonly<Record<keyof typeof en, Wording>>;

/** The messages of the framework's rules in English, by the rules' names. */
export const en = {
  // Presence
  required: 'The :attribute field is required.',
  required_if: 'The :attribute field is required when :other is :values.',
  required_unless: 'The :attribute field is required unless :other is :values.',
  required_with: 'The :attribute field is required when :values is given.',
  required_with_all: 'The :attribute field is required when :values are given.',
  required_without: 'The :attribute field is required when :values is not given.',
  required_without_all: 'The :attribute field is required when none of :values are given.',
  required_if_accepted: 'The :attribute field is required when :other is accepted.',
  required_if_declined: 'The :attribute field is required when :other is declined.',
  present: 'The :attribute field must be present.',
  present_if: 'The :attribute field must be present when :other is :values.',
  present_unless: 'The :attribute field must be present unless :other is :values.',
  present_with: 'The :attribute field must be present when :values is given.',
  present_with_all: 'The :attribute field must be present when :values are given.',
  missing: 'The :attribute field must be missing.',
  missing_if: 'The :attribute field must be missing when :other is :values.',
  missing_unless: 'The :attribute field must be missing unless :other is :values.',
  missing_with: 'The :attribute field must be missing when :values is given.',
  missing_with_all: 'The :attribute field must be missing when :values are given.',
  prohibited: 'The :attribute field is prohibited.',
  prohibited_if: 'The :attribute field is prohibited when :other is :values.',
  prohibited_unless: 'The :attribute field is prohibited unless :other is :values.',
  prohibited_if_accepted: 'The :attribute field is prohibited when :other is accepted.',
  prohibited_if_declined: 'The :attribute field is prohibited when :other is declined.',
  accepted: 'The :attribute field must be accepted.',
  accepted_if: 'The :attribute field must be accepted when :other is :values.',
  declined: 'The :attribute field must be declined.',
  declined_if: 'The :attribute field must be declined when :other is :values.',
  filled: 'The :attribute field must have a value.',
  prohibits: 'The :attribute field prohibits :values from being given.',

  // Types
  string: 'The :attribute field must be a string.',
  integer: 'The :attribute field must be an integer.',
  numeric: 'The :attribute field must be a number.',
  boolean: 'The :attribute field must be true or false.',
  array: 'The :attribute field must be a list.',
  list: 'The :attribute field must be a list.',
  object: 'The :attribute field must be an object.',
  json: 'The :attribute field must be valid JSON.',

  // Strings
  email: 'The :attribute field must be a valid email address.',
  url: 'The :attribute field must be a valid URL.',
  uuid: 'The :attribute field must be a valid UUID.',
  ulid: 'The :attribute field must be a valid ULID.',
  ip: 'The :attribute field must be a valid IP address.',
  ipv4: 'The :attribute field must be a valid IPv4 address.',
  ipv6: 'The :attribute field must be a valid IPv6 address.',
  mac_address: 'The :attribute field must be a valid MAC address.',
  hex_color: 'The :attribute field must be a hexadecimal color.',
  alpha: 'The :attribute field must only contain letters.',
  alpha_num: 'The :attribute field must only contain letters and numbers.',
  alpha_dash: 'The :attribute field must only contain letters, numbers, dashes, and underscores.',
  ascii: 'The :attribute field must only contain ASCII characters.',
  lowercase: 'The :attribute field must be lowercase.',
  uppercase: 'The :attribute field must be uppercase.',
  timezone: 'The :attribute field must be a valid time zone.',
  country: 'The :attribute field must be a country code.',
  starts_with: 'The :attribute field must start with one of: :values.',
  ends_with: 'The :attribute field must end with one of: :values.',
  doesnt_start_with: 'The :attribute field must not start with one of: :values.',
  doesnt_end_with: 'The :attribute field must not end with one of: :values.',

  // Patterns
  regex: 'The :attribute field format is invalid.',
  not_regex: 'The :attribute field format is invalid.',

  // Sizes
  min: {
    other: 'The :attribute field must be at least :min.',
    string: 'The :attribute field must be at least :min characters.',
    array: 'The :attribute field must have at least :min items.',
    object: 'The :attribute field must have at least :min members.',
    file: 'The :attribute field must be at least :min kilobytes.',
  },
  max: {
    other: 'The :attribute field must not be greater than :max.',
    string: 'The :attribute field must not be greater than :max characters.',
    array: 'The :attribute field must not have more than :max items.',
    object: 'The :attribute field must not have more than :max members.',
    file: 'The :attribute field must not be greater than :max kilobytes.',
  },
  size: {
    other: 'The :attribute field must be exactly :size.',
    string: 'The :attribute field must be exactly :size characters.',
    array: 'The :attribute field must have exactly :size items.',
    object: 'The :attribute field must have exactly :size members.',
    file: 'The :attribute field must be exactly :size kilobytes.',
  },
  between: {
    other: 'The :attribute field must be between :min and :max.',
    string: 'The :attribute field must be between :min and :max characters.',
    array: 'The :attribute field must have between :min and :max items.',
    object: 'The :attribute field must have between :min and :max members.',
    file: 'The :attribute field must be between :min and :max kilobytes.',
  },
  gt: {
    other: 'The :attribute field must be greater than :value.',
    string: 'The :attribute field must be greater than :value characters.',
    array: 'The :attribute field must have more than :value items.',
    object: 'The :attribute field must have more than :value members.',
    file: 'The :attribute field must be greater than :value kilobytes.',
  },
  gte: {
    other: 'The :attribute field must be greater than or equal to :value.',
    string: 'The :attribute field must be greater than or equal to :value characters.',
    array: 'The :attribute field must have :value or more items.',
    object: 'The :attribute field must have :value or more members.',
    file: 'The :attribute field must be greater than or equal to :value kilobytes.',
  },
  lt: {
    other: 'The :attribute field must be less than :value.',
    string: 'The :attribute field must be less than :value characters.',
    array: 'The :attribute field must have less than :value items.',
    object: 'The :attribute field must have less than :value members.',
    file: 'The :attribute field must be less than :value kilobytes.',
  },
  lte: {
    other: 'The :attribute field must be less than or equal to :value.',
    string: 'The :attribute field must be less than or equal to :value characters.',
    array: 'The :attribute field must have :value or less items.',
    object: 'The :attribute field must have :value or less members.',
    file: 'The :attribute field must be less than or equal to :value kilobytes.',
  },

  // Numbers
  digits: 'The :attribute field must be :digits digits.',
  min_digits: 'The :attribute field must have at least :min digits.',
  max_digits: 'The :attribute field must not have more than :max digits.',
  digits_between: 'The :attribute field must be between :min and :max digits.',
  decimal: 'The :attribute field must be a number with :decimal decimal places.',
  multiple_of: 'The :attribute field must be a multiple of :value.',

  // Dates
  date: 'The :attribute field must be a valid date.',
  date_format: 'The :attribute field must match the format :format.',
  after: 'The :attribute field must be a date after :date.',
  after_or_equal: 'The :attribute field must be a date after or equal to :date.',
  before: 'The :attribute field must be a date before :date.',
  before_or_equal: 'The :attribute field must be a date before or equal to :date.',
  date_equals: 'The :attribute field must be a date equal to :date.',

  // Lists
  in: 'The selected :attribute is invalid.',
  not_in: 'The selected :attribute is invalid.',
  enum: 'The selected :attribute is invalid.',
  in_array: 'The :attribute field must exist in :other.',
  distinct: 'The :attribute field has a duplicate value.',
  contains: 'The :attribute field must contain: :values.',
  doesnt_contain: 'The :attribute field must not contain: :values.',
  required_array_keys: 'The :attribute field must contain entries for: :values.',

  // Other fields
  same: 'The :attribute field must match :other.',
  different: 'The :attribute field and :other must be different.',
  confirmed: 'The :attribute field confirmation does not match.',

  // Files
  file: 'The :attribute field must be a file.',
  image: 'The :attribute field must be an image.',
  mimes: 'The :attribute field must be a file of type: :values.',
  mimetypes: 'The :attribute field must be a file of type: :values.',
  dimensions: 'The :attribute field has invalid image dimensions.',

  // Database
  unique: 'The :attribute has already been taken.',
  exists: 'The selected :attribute is invalid.',
  current_password: 'The password is incorrect.',

  // Not rules
  unstorable:
    'The :attribute field must not contain NUL characters or lone surrogates, or be nested too deeply.',
  too_many: 'The :attribute field has too many values to check; the maximum is :max.',
} satisfies Readonly<Record<string, Wording>>;
