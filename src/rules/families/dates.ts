import { parseDateFormat, type DateFormat } from '../values/date-format.js';
import { momentOf, parseInstant } from '../values/instants.js';
import { inexact, type JsonSchema } from '../../base/json-schema.js';
import { none, ParameterFault, type RuleParameter } from '../entries/parameters.js';
import { defineRule, type RuleFacts, type RuleEntry } from '../entries/rule-entry.js';

/** A moment in a rule: a word, a date, or the name of a field. */
interface Moment {
  readonly written: string;
  /** Returns the moment; `undefined` if the field of this name contains it. */
  readonly at: ((now: Date) => Date) | undefined;
}

const moment: RuleParameter<Moment> = {
  shape: ':<date or field>',
  example: 'now',
  expected:
    'takes now, today, tomorrow, yesterday, a date such as 2024-02-29, or the name of a field',
  read: (written) => {
    const date = parseInstant(written);
    if (written === null || (!date && !/^[a-z_][\w.*-]*$/i.test(written)))
      throw new ParameterFault();
    return { written, at: momentOf(written) ?? (date ? () => date : undefined) };
  },
  siblings: ({ written, at }) => (at ? [] : [written]),
};

const format: RuleParameter<DateFormat> = {
  shape: ':<format>',
  example: 'Y-m-d',
  expected: 'takes a format with a year, such as Y-m-d H:i',
  read: (written) => {
    const parsed = written === null ? null : parseDateFormat(written);
    if (!parsed) throw new ParameterFault();
    return parsed;
  },
};

const dateString: JsonSchema = { type: 'string', format: 'date-time' };

/**
 * Returns the moment to compare with; `undefined` if the named field is not given, `null` if it is
 * not a date.
 */
function momentFor({ written, at }: Moment, facts: RuleFacts): Date | null | undefined {
  if (at) return at(facts.now);
  const value = facts.sibling(written);
  return value === undefined || value === null ? undefined : facts.instant(value, written);
}

interface Order {
  readonly name: string;
  /** In the description: `after or equal to`. */
  readonly words: string;
  readonly accepts: (difference: number) => boolean;
}

const orderRule = (order: Order): RuleEntry =>
  defineRule<Moment>({
    name: order.name,
    stage: 'value',
    kind: 'date',
    parameter: moment,
    description: `Is a date ${order.words} \`now\`, \`today\`, \`tomorrow\`, \`yesterday\`, a date, or the date in another field, if that is given.`,
    placeholders: ({ written }) => ({ date: written }),
    check: (value, parameter, facts) => {
      const own = facts.instant(value);
      const other = momentFor(parameter, facts);
      if (!own || other === null) return false;
      return other === undefined || order.accepts(own.getTime() - other.getTime());
    },
    read: (value, _parameter, facts) => facts.instant(value),
    schema: () => inexact(dateString),
  });

const orders: readonly Order[] = [
  {
    name: 'after',
    words: 'after',
    accepts: (difference) => difference > 0,
  },
  {
    name: 'after_or_equal',
    words: 'after or equal to',
    accepts: (difference) => difference >= 0,
  },
  {
    name: 'before',
    words: 'before',
    accepts: (difference) => difference < 0,
  },
  {
    name: 'before_or_equal',
    words: 'before or equal to',
    accepts: (difference) => difference <= 0,
  },
  {
    name: 'date_equals',
    words: 'equal to',
    accepts: (difference) => difference === 0,
  },
];

/**
 * Rules about dates, in ISO 8601 unless the field has its own format. A valid value becomes a
 * `Date`.
 * @contract C1.6
 */
export const dateRules: readonly RuleEntry[] = [
  defineRule<null>({
    name: 'date',
    stage: 'type',
    kind: 'date',
    parameter: none,
    description:
      'Is a date, or a date and a time, in ISO 8601; UTC unless it has a zone. It becomes a `Date`.',
    check: (value, _parameter, facts) => facts.instant(value) !== null,
    read: (value, _parameter, facts) => facts.instant(value),
    schema: () => inexact(dateString),
  }),
  defineRule<DateFormat>({
    name: 'date_format',
    stage: 'type',
    kind: 'date',
    parameter: format,
    description:
      'Is a date in this format, such as `d.m.Y H:i`. The letters `Y y m n d j H G i s v P` have their meaning in PHP; other characters are literal. It becomes a `Date`.',
    placeholders: ({ format }) => ({ format }),
    check: (value, { parse }) => parse(value) !== null,
    read: (value, { parse }) => parse(value),
    schema: ({ pattern }) => inexact({ type: 'string', pattern }),
  }),
  ...orders.map(orderRule),
];
