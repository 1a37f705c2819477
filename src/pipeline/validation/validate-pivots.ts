import type { CompiledColumn, PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { ListedKey } from '../request/parse-key-list.js';
import type { RuleContext, RuleOutcome } from '../../rules/entries/rule-context.js';
import { parseColumnValue } from './column-value.js';
import { FieldErrors } from './field-errors.js';
import { pivotRulesOf } from './pivot-rules.js';

type Members = Readonly<Record<string, unknown>>;

/** The pivot values of one key in a body. */
export interface GivenPivot {
  readonly listed: ListedKey;
  /** Whether fields that were not sent are also validated, as when a row is attached. */
  readonly whole: boolean;
}

/** The values of the pivot's properties for the fields that were sent. */
export type PivotValues = ReadonlyMap<CompiledColumn, unknown>;

export interface PivotValidation {
  readonly relation: PivotRelation;
  readonly given: readonly GivenPivot[];
  /** The values that apply to every key. */
  readonly flat: Members;
  /** Returns the context of the rules, for keys that are validated together. */
  readonly contextOf: (given: readonly GivenPivot[]) => RuleContext;
}

/**
 * Validates pivot values by the rules of `validationCallback` and the types of their columns, for
 * each key. A key's own values override those of the request. Keys without their own values are
 * validated once, together.
 *
 * @throws RequestError `validation_failed`: under the field's name, or for a key's own value under
 * `roles.0.policy`
 * @contract C7.2
 */
export async function validatePivots(
  validation: PivotValidation,
): Promise<ReadonlyMap<ListedKey, PivotValues>> {
  const errors = new FieldErrors();
  const validated = groupsOf(validation).map(async (group) => {
    const values = await validateGroup(validation, group, errors);
    return group.listed.map((listed) => [listed, values] as const);
  });
  const values = (await Promise.all(validated)).flat();
  errors.throwIfAny();
  return new Map(values);
}

/**
 * Returns the pivot fields that a body may contain: the declared ones, except keys and columns with
 * generated values.
 * @contract C4.2
 */
export function writablePivots({ pivots, join }: PivotRelation): PivotRelation['pivots'] {
  const fixed = [join.parent, join.related, join.type?.column];
  return pivots.filter(({ column }) => !fixed.includes(column) && !isGenerated(column));
}

const isGenerated = ({ filledBy, generated }: CompiledColumn): boolean =>
  generated || (filledBy !== null && filledBy !== 'default');

/** Keys that are validated together. */
interface Group {
  readonly listed: readonly ListedKey[];
  readonly whole: boolean;
  /** The values of the only key. */
  readonly own: Members;
}

function groupsOf({ given, relation }: PivotValidation): readonly Group[] {
  const own = given.filter(({ listed }) => hasOwn(relation, listed));
  const plain = given.filter(({ listed }) => !hasOwn(relation, listed));
  const together = [true, false].map((whole): Group => {
    const listed = plain.filter((one) => one.whole === whole).map((one) => one.listed);
    return { listed, whole, own: {} };
  });
  const alone = own.map(({ listed, whole }): Group => ({
    listed: [listed],
    whole,
    own: sent(relation, listed.values),
  }));
  return [...together.filter(({ listed }) => listed.length > 0), ...alone];
}

/** Whether a body contains pivot values, for all keys or for one. */
export const hasPivotValues = (
  relation: PivotRelation,
  keys: readonly ListedKey[],
  flat: Members,
): boolean =>
  Object.keys(sent(relation, flat)).length > 0 || keys.some((listed) => hasOwn(relation, listed));

const hasOwn = (relation: PivotRelation, { values }: ListedKey): boolean =>
  Object.keys(sent(relation, values)).length > 0;

/** Undeclared fields are ignored. */
const sent = (relation: PivotRelation, members: Members): Members =>
  pick(
    members,
    writablePivots(relation).map(({ name }) => name),
  );

const pick = (members: Members, names: readonly string[]): Members =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(members, name) ? [[name, members[name]]] : [])),
  );

async function validateGroup(
  { relation, flat, contextOf }: PivotValidation,
  { listed, whole, own }: Group,
  errors: FieldErrors,
): Promise<PivotValues> {
  const given = { ...sent(relation, flat), ...own };
  const members = { ...flat, ...(listed.length === 1 ? listed[0]!.values : {}) };
  const ruleContext = contextOf(listed.map((one) => ({ listed: one, whole })));
  const rules = pivotRulesOf(relation, ruleContext.request, given);
  const repeated = pick(members, [...rules.confirmations.values()]);
  const outcome = await rules.check(
    { ...repeated, ...given },
    ruleContext,
    whole ? undefined : new Set(Object.keys(given)),
  );
  const columns = parseColumns(relation, outcome, whole);
  for (const [name, messages] of [...Object.entries(outcome.errors), ...columns.faults]) {
    const path = Object.hasOwn(own, name) ? `${relation.key}.${listed[0]!.place}.${name}` : name;
    for (const message of messages) errors.addOnce(path, message);
  }
  return columns.values;
}

/** Converts the values that passed their rules for their columns. */
function parseColumns(
  relation: PivotRelation,
  { values: checked, errors }: RuleOutcome,
  whole: boolean,
) {
  const values = new Map<CompiledColumn, unknown>();
  const faults: [name: string, messages: readonly string[]][] = [];
  for (const { name, column } of writablePivots(relation)) {
    const parsed = Object.hasOwn(errors, name) ? null : parsePivot(column, name, checked, whole);
    if (parsed && 'fault' in parsed) faults.push([name, [`The ${name} field ${parsed.fault}`]]);
    else if (parsed) values.set(column, parsed.value);
  }
  return { values, faults };
}

/**
 * A required column without a value is a fault when the row is attached.
 * @contract C4.2
 */
function parsePivot(column: CompiledColumn, name: string, values: Members, whole: boolean) {
  if (Object.hasOwn(values, name)) return parseColumnValue(column, values[name]);
  return whole && !column.nullable && column.filledBy === null ? { fault: 'is required.' } : null;
}
