import { RequestError, type ErrorTexts } from '../../base/errors/index.js';
import type { RuleContext, RuleSet } from '../../rules/entries/rule-context.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns a payload as its rules convert it, without undeclared members. An instance keeps its
 * class.
 *
 * @throws RequestError `validation_failed` @contract C6.9
 */
export async function checkPayload(
  rules: RuleSet,
  payload: unknown,
  ruleContext: RuleContext,
): Promise<object> {
  if (!isMembers(payload)) throw invalidPayload({ payload: ['The payload must be an object.'] });
  const { values, errors } = await rules.check(payload, ruleContext);
  if (Object.keys(errors).length > 0) throw invalidPayload(errors);
  return declaredOf(values, rules);
}

function declaredOf(values: Members, { fields }: RuleSet): object {
  const declared = new Set(fields.map((field) => field.split('.')[0]!));
  const members = Object.entries(values).filter(([name]) => declared.has(name));
  return Object.assign(
    Object.create(Object.getPrototypeOf(values) as object | null) as object,
    Object.fromEntries(members),
  );
}

/** A JSON object. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the error for a payload, with messages by path. */
export const invalidPayload = (errors: ErrorTexts): RequestError =>
  new RequestError('validation_failed', { errors });
