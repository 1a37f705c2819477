import { RequestError, type ErrorTexts } from '../errors/index.js';
import type { CompiledAction } from '../registry/compiled-resource.js';
import { compileRules } from '../rules/compile-rules.js';
import { rulesOfClass } from '../rules/decorated/rules-of-class.js';
import type { RuleContext, RuleSet } from '../rules/rule-context.js';
import { describeUnstorable } from '../rules/describe-unstorable.js';
import { findUnstorable, isStorable } from '../rules/unstorable.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * What an action is sent, and what its rules make of it. They are checked when somebody asks, and once, however often
 * the handler does.
 *
 * @spec Actions, rule 5
 */
export class ActionPayload {
  private validated: Promise<unknown> | undefined;
  private refusal: unknown;

  /** @throws RequestError `validation_failed` for a text that nothing could store @contract C1.7 */
  constructor(
    private readonly action: CompiledAction,
    readonly value: unknown,
    languages: readonly string[],
  ) {
    const unstorable = isMembers(value) ? findUnstorable(value) : isStorable(value) ? [] : ['payload'];
    if (unstorable.length > 0) throw invalid(describeUnstorable(unstorable, languages));
  }

  /** @throws RequestError `validation_failed` @contract C6.9 */
  validate(context: RuleContext): Promise<unknown> {
    return (this.validated ??= this.check(context).catch((error: unknown) => {
      // What the database failed of may succeed the next time.
      if (!isInvalid(error)) this.validated = undefined;
      this.refusal = error;
      throw error;
    }));
  }

  /** Is the error its own refusal? Then the action did not fail. */
  refuses(error: unknown): boolean {
    return isInvalid(error) && error === this.refusal;
  }

  private async check(context: RuleContext): Promise<unknown> {
    if (!isMembers(this.value)) throw invalid({ payload: ['The payload must be an object.'] });
    const rules = rulesOf(this.action);
    const { values, errors } = await rules.check(this.value, context);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return declaredOf(values, rules);
  }
}

const compiled = new WeakMap<CompiledAction, RuleSet>();

function rulesOf(action: CompiledAction): RuleSet {
  const known = compiled.get(action);
  if (known) return known;
  const { payload, rules = {} } = action.options;
  const sources = Object.entries(rules).map(([field, specs]) => [field, { rules: specs }] as const);
  const set = payload ? rulesOfClass(payload) : compileRules(Object.fromEntries(sources));
  compiled.set(action, set);
  return set;
}

/** The members that rules name; an instance stays one of its class. */
function declaredOf(values: Members, { fields }: RuleSet): unknown {
  const declared = new Set(fields.map((field) => field.split('.')[0]!));
  const members = Object.entries(values).filter(([name]) => declared.has(name));
  return Object.assign(
    Object.create(Object.getPrototypeOf(values) as object | null) as object,
    Object.fromEntries(members),
  );
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (errors: ErrorTexts): RequestError => new RequestError('validation_failed', { errors });

const isInvalid = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'validation_failed';
