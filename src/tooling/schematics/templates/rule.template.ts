import type { Names } from '../workspace/names.js';

/** A new validation rule. */
export const ruleTemplate = ({ class: name, snake }: Names): string =>
  `import { Injectable } from '@nestjs/common';
import { ValidationRule, type Rule, type RuleCheck } from 'resource-api';

declare module 'resource-api' {
  interface RuleCatalogue {
    ${snake}: Rule<string>;
  }
}

@Injectable()
@ValidationRule('${snake}')
export class ${name}Rule implements RuleCheck {
  readonly message = 'The :attribute field is not valid.';
  readonly schema = { type: 'string' };

  check(value: unknown): boolean {
    return typeof value === 'string' && value.trim() !== '';
  }
}
`;

/** The test of a new rule. */
export const ruleSpecTemplate = ({ class: name, file, snake }: Names, runner: string): string =>
  `import { describe, expect, it } from '${runner}';
import { ${name}Rule } from './${file}.rule.js';

describe('The rule ${snake}', () => {
  const rule = new ${name}Rule();

  it('accepts text', () => {
    expect(rule.check('text')).toBe(true);
  });

  it.each(['', ' ', 1])('rejects %j', (value) => {
    expect(rule.check(value)).toBe(false);
  });
});
`;
