import type { ClassOf } from '../../base/types/compile-time.js';
import { inexact } from '../../base/json-schema.js';
import { none, ParameterFault, type RuleParameter } from '../entries/parameters.js';
import type { RowSource } from '../entries/rule-context.js';
import { defineRule, type RuleFacts, type RuleEntry } from '../entries/rule-entry.js';
import { isStorable } from '../values/unstorable.js';

/** Where to look up a value; `null` for the column of the field itself. */
type LookupColumn = RowSource | null;

function readColumn(written: string | null, built: readonly unknown[]): LookupColumn {
  if (written !== null) {
    const [resource, field, ...more] = written.split(',');
    if (!resource || !field || more.length > 0) throw new ParameterFault();
    return { resource, field };
  }
  const [entity, property] = built;
  if (typeof entity !== 'function' || typeof property !== 'string') return null;
  return { entity: (entity as () => ClassOf)(), property };
}

const anyColumn: RuleParameter<LookupColumn> = {
  shape: '[:<resource>,<field>]',
  example: null,
  expected: 'takes nothing, or the key of a resource and a field, such as users,email',
  read: readColumn,
  source: (parameter) => parameter,
};

const foreignColumn: RuleParameter<LookupColumn> = {
  shape: ':<resource>,<field>',
  example: 'users,id',
  expected: 'takes the key of a resource and a field, such as users,id',
  read: (written, built) => {
    const read = readColumn(written, built);
    if (read === null) throw new ParameterFault();
    return read;
  },
  source: (parameter) => parameter,
};

const sourceOf = (parameter: LookupColumn, { path }: RuleFacts): RowSource =>
  parameter ?? { own: path };

/** Returns whether a column could have the value; otherwise no lookup is needed. */
const isPlain = (value: unknown): boolean =>
  (typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof Date) &&
  isStorable(value);

/** Rules that need the database or the authentication. @contract C5.9 */
export const lookupRules: readonly RuleEntry[] = [
  defineRule<LookupColumn>({
    name: 'unique',
    stage: 'lookup',
    isByValue: true,
    parameter: anyColumn,
    description:
      'No other row has the value, including rows that the caller may not see. The rule checks the column of the field, or the column that `unique:users,email` or `unique(() => User, "email")` names.',
    passes: (value, parameter, facts, { rows }) =>
      !isPlain(value) ||
      rows.isTaken(sourceOf(parameter, facts), value).then((isTaken) => !isTaken),
    schema: () => inexact(),
  }),
  defineRule<LookupColumn>({
    name: 'exists',
    stage: 'lookup',
    isByValue: true,
    parameter: foreignColumn,
    description:
      'A row that the caller may see has the value: `exists:users,id`, where `id` is the key.',
    passes: (value, parameter, facts, { rows, kept }) =>
      isPlain(value) &&
      (kept?.has(facts.path) === true || rows.isVisible(sourceOf(parameter, facts), value)),
    schema: () => inexact({ type: ['string', 'number', 'boolean'] }),
  }),
  defineRule<null>({
    name: 'current_password',
    stage: 'lookup',
    kind: 'string',
    parameter: none,
    description: "Is the user's current password.",
    passes: (value, _parameter, _facts, ruleContext) =>
      typeof value === 'string' && ruleContext.isCurrentPassword(value),
    schema: () => inexact({ type: 'string' }),
  }),
];
