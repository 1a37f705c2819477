/** What stands behind the colon of a rule: nothing, perhaps something, a number, two numbers, or any text. */
export type ParameterShape = 'none' | 'optional' | 'number' | 'pair' | 'text';

const withoutParameter =
  'required nullable sometimes present filled prohibited missing bail string integer numeric boolean accepted declined ' +
  'json date object list file image email url ulid ip ipv4 ipv6 mac_address hex_color alpha alpha_num alpha_dash ascii ' +
  'lowercase uppercase timezone country distinct confirmed current_password';
const withOption = 'array uuid decimal unique';
const withNumber = 'min max size digits min_digits max_digits multiple_of';
const withPair = 'between digits_between';
const withText =
  'required_if required_unless required_with required_with_all required_without required_without_all prohibited_if ' +
  'prohibited_unless prohibits exclude_if exclude_unless exclude_with exclude_without accepted_if declined_if mimes ' +
  'mimetypes dimensions regex not_regex starts_with ends_with doesnt_start_with doesnt_end_with gt gte lt lte in not_in ' +
  'in_array contains required_array_keys same different after after_or_equal before before_or_equal date_equals ' +
  'date_format exists enum';

const named = (names: string, shape: ParameterShape) => names.split(' ').map((name) => [name, shape] as const);

/** Every rule by name, with the shape of its parameter. The same names as the type `RuleCatalogue`. */
export const ruleNames: ReadonlyMap<string, ParameterShape> = new Map([
  ...named(withoutParameter, 'none'),
  ...named(withOption, 'optional'),
  ...named(withNumber, 'number'),
  ...named(withPair, 'pair'),
  ...named(withText, 'text'),
]);
