import { exactly } from '../../base/json-schema.js';
import { strings } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';

/** A rule about the start or the end of a string. */
interface Affix {
  readonly name: string;
  readonly description: string;
  readonly matches: (value: string, affix: string) => boolean;
  readonly pattern: (alternatives: string) => string;
  readonly expected: boolean;
}

const escaped = (literal: string): string => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const affixRule = ({ matches, expected, pattern, ...affix }: Affix): RuleEntry =>
  defineRule<readonly string[]>({
    ...affix,
    stage: 'format',
    kind: 'string',
    parameter: strings,
    placeholders: (affixes) => ({ values: affixes.join(', ') }),
    check: (value, affixes) =>
      typeof value === 'string' && affixes.some((each) => matches(value, each)) === expected,
    schema: (affixes) => {
      const schema = { pattern: pattern(affixes.map(escaped).join('|')) };
      return exactly({ type: 'string', ...(expected ? schema : { not: schema }) });
    },
  });

const startsWith = (value: string, affix: string) => value.startsWith(affix);
const endsWith = (value: string, affix: string) => value.endsWith(affix);
const atStart = (alternatives: string) => `^(?:${alternatives})`;
const atEnd = (alternatives: string) => `(?:${alternatives})$`;

/** Rules about how a string starts and ends. */
export const affixRules: readonly RuleEntry[] = [
  affixRule({
    name: 'starts_with',
    description: 'Starts with one of the strings.',
    matches: startsWith,
    pattern: atStart,
    expected: true,
  }),
  affixRule({
    name: 'ends_with',
    description: 'Ends with one of the strings.',
    matches: endsWith,
    pattern: atEnd,
    expected: true,
  }),
  affixRule({
    name: 'doesnt_start_with',
    description: 'Does not start with any of the strings.',
    matches: startsWith,
    pattern: atStart,
    expected: false,
  }),
  affixRule({
    name: 'doesnt_end_with',
    description: 'Does not end with any of the strings.',
    matches: endsWith,
    pattern: atEnd,
    expected: false,
  }),
];
