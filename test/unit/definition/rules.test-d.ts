/** What the compiler rejects in rules, and the types of payloads; `npm run typecheck` runs it. */
import { enumOf, existsIn, oneOf, unique } from '../../../src/rules/entries/built-rules.js';
import { defineRules, type Payload } from '../../../src/rules/entries/payload-types.js';
import type { Rule } from '../../../src/rules/entries/rule-catalogue.js';
import type { RuleText } from '../../../src/rules/entries/rule-types.js';
import { holds, User, type Equal } from './entities.js';

declare module 'resource-api' {
  interface RuleCatalogue {
    isbn: Rule<string>;
  }
}

export const good: readonly RuleText[] = [
  ...([
    'required',
    'max:255',
    'in:draft,published',
    'required_if:role,admin',
    'between:1,500',
  ] as const),
  ...(['uuid', 'uuid:4', 'after:now', 'regex:^a|b$', 'isbn'] as const),
];

// @ts-expect-error a misspelt rule
export const misspelt: RuleText = 'requird';
// @ts-expect-error a number is required
export const withoutNumber: RuleText = 'max:abc';
// @ts-expect-error two numbers are required
export const oneNumber: RuleText = 'between:1';
// @ts-expect-error a parameter is required
export const withoutParameter: RuleText = 'max';
// @ts-expect-error it accepts no parameter
export const withParameter: RuleText = 'required:1';

const rules = defineRules({
  publish_at: ['nullable', 'date', 'after:now'],
  count: ['required', 'integer', 'between:1,500'],
  tags: ['array'],
  'tags.*': ['string'],
  status: ['required', 'in:draft,published'],
  size: [oneOf([1, 2])],
  isbn: ['isbn'],
  'address.city': ['required', 'string'],
  'address.zip': ['string'],
  lines: ['required', 'array'],
  'lines.*.qty': ['required', 'integer'],
  'lines.*.note': ['nullable', 'string'],
  any: ['max:3'],
  agree: ['accepted'],
});
holds<
  Equal<
    Payload<typeof rules>,
    {
      publish_at?: Date | null;
      count: number;
      tags?: string[];
      status: 'draft' | 'published';
      size?: 1 | 2;
      isbn?: string;
      address?: { city: string; zip?: string };
      lines: { qty: number; note?: string | null }[];
      any?: unknown;
      agree: true;
    }
  >
>();

// @ts-expect-error a misspelt rule of a payload
defineRules({ count: ['requird'] });
// @ts-expect-error no field of that name
defineRules({ role: ['required'], reason: ['required_if:rol,admin'] });
defineRules({
  role: ['required'],
  reason: ['required_if:role,admin', 'same:role', 'required_without:role'],
});

unique(() => User, 'name');
// @ts-expect-error no such column
unique(() => User, 'nme');

existsIn(() => User, 'id');
// @ts-expect-error no such column
existsIn(() => User, 'idd');

enum Status {
  Draft = 'draft',
  Published = 'published',
}
const chosen = defineRules({ status: ['required', enumOf(Status)] });
export const picked: Payload<typeof chosen> = { status: Status.Draft };
// @ts-expect-error not a member of the enum
export const unpicked: Payload<typeof chosen> = { status: 'archived' };
