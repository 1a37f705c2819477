import type { MatchType } from '../../registry/resources/compiled-resource.js';

/** The form of a value that each type of match compares with, in words. @contract C5.6 */
export const matchForms: Readonly<Record<MatchType, string>> = {
  text: 'a string, or a comma-separated list',
  number: 'a number, or a comma-separated list',
  between: 'a number, or a range "from,to"',
  datetime: 'a day such as 2024-02-29, an instant, or a range "from,to"',
  boolean: 'true or false',
};
