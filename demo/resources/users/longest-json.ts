import type { RuleCheck, RuleCheckContext } from 'resource-api';

/** Bounds what a JSON field may hold: `checkedBy(LongestJson, '4000')`, in characters. */
export class LongestJson implements RuleCheck {
  readonly message = 'The :attribute field must not be longer than :parameter characters as JSON.';

  check(value: unknown, { parameter }: RuleCheckContext): boolean {
    return JSON.stringify(value).length <= Number(parameter);
  }
}
