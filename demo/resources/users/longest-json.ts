import type { RuleCheck, RuleCheckContext } from 'resource-api';

/** Limits the size of a JSON field, in characters: `checkedBy(LongestJson, '4000')`. */
export class LongestJson implements RuleCheck {
  readonly message = 'The :attribute field must not be longer than :parameter characters as JSON.';

  check(value: unknown, { parameter }: RuleCheckContext): boolean {
    return JSON.stringify(value).length <= Number(parameter);
  }
}
