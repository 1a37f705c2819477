import { oncePer } from '../../base/once-per.js';
import { RequestError } from '../../base/errors/index.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import type { RuleContext, RuleSet } from '../../rules/entries/rule-context.js';
import { describeUnstorable } from '../../rules/messages/describe-unstorable.js';
import { payloadRules } from '../../rules/check/payload-rules.js';
import { findUnstorable, isStorable } from '../../rules/values/unstorable.js';
import {
  checkPayload,
  invalidPayload,
  isMembers,
} from '../../pipeline/validation/check-payload.js';

/**
 * The payload of an action. Its rules are checked on the first call of `validate`, and only once.
 *
 * @spec Actions, rule 5
 */
export class ActionPayload {
  private validated: Promise<unknown> | undefined;
  private refusal: unknown;

  /**
   * @param arePasswordsKnown whether the current passwords in it were checked before, and are masked
   * @throws RequestError `validation_failed` for a string that cannot be stored @contract C1.7
   */
  constructor(
    private readonly action: CompiledAction,
    readonly value: unknown,
    languages: readonly string[],
    private readonly arePasswordsKnown = false,
  ) {
    const unstorable = isMembers(value)
      ? findUnstorable(value)
      : isStorable(value)
        ? []
        : ['payload'];
    if (unstorable.length > 0) throw invalidPayload(describeUnstorable(unstorable, languages));
  }

  /** The fields whose rules ask for the current password, which is checked before a transaction begins. */
  get passwords(): readonly string[] {
    return rulesOf(this.action).passwords;
  }

  /** @throws RequestError `validation_failed` @contract C6.9 */
  validate(ruleContext: RuleContext): Promise<unknown> {
    return (this.validated ??= this.check(ruleContext).catch((error: unknown) => {
      // A database error may not occur the next time.
      if (!isInvalid(error)) this.validated = undefined;
      this.refusal = error;
      throw error;
    }));
  }

  /** Returns whether the error is this payload's validation error: then the action did not fail. */
  refuses(error: unknown): boolean {
    return isInvalid(error) && error === this.refusal;
  }

  private check(ruleContext: RuleContext): Promise<object> {
    const context = this.arePasswordsKnown ? { ...ruleContext, isCurrentPassword } : ruleContext;
    return checkPayload(rulesOf(this.action), this.value, context);
  }
}

const rulesOf = oncePer(({ options }: CompiledAction): RuleSet => payloadRules(options));

const isCurrentPassword = () => Promise.resolve(true);

const isInvalid = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'validation_failed';
