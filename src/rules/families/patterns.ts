import { exactly, inexact } from '../../base/json-schema.js';
import { ParameterFault, type RuleParameter } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';

const delimited = /^\/(.+)\/([ims]*)$/s;

/** `^[a-z]+$`, or `/^[a-z]+$/i` with flags. Unicode mode, as in JSON Schema. */
const pattern: RuleParameter<RegExp> = {
  shape: ':<pattern>',
  example: '^[a-z]+$',
  expected: 'takes a regular expression, such as ^[a-z]+$ or /^[a-z]+$/i',
  read: (written) => {
    const [, source = written, flags = ''] = delimited.exec(written ?? '') ?? [];
    if (!source) throw new ParameterFault();
    try {
      return new RegExp(source, `u${flags}`);
    } catch (error) {
      throw new ParameterFault((error as Error).message);
    }
  },
};

const patternSchema = ({ source, flags }: RegExp) =>
  flags === 'u' ? { pattern: source } : undefined;

/** Rules with regular expressions. */
export const patternRules: readonly RuleEntry[] = [
  defineRule<RegExp>({
    name: 'regex',
    stage: 'pattern',
    kind: 'string',
    parameter: pattern,
    description: 'Is a string that matches the regular expression.',
    pattern: (compiled) => compiled,
    mustMatch: true,
    schema: (compiled) => {
      const schema = patternSchema(compiled);
      return schema ? exactly({ type: 'string', ...schema }) : inexact({ type: 'string' });
    },
  }),
  defineRule<RegExp>({
    name: 'not_regex',
    stage: 'pattern',
    kind: 'string',
    parameter: pattern,
    description: 'Is a string that does not match the regular expression.',
    pattern: (compiled) => compiled,
    mustMatch: false,
    schema: (compiled) => {
      const schema = patternSchema(compiled);
      return schema ? exactly({ type: 'string', not: schema }) : inexact({ type: 'string' });
    },
  }),
];
