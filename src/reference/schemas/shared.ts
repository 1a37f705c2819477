import { shared } from '../components.js';
import type { Schema } from '../open-api.js';
import { closed, dataOf, described, listOf } from './objects.js';

const text: Schema = { type: 'string' };
const yesOrNo: Schema = { type: 'boolean' };
const instant: Schema = { type: 'string', format: 'date-time' };
const count = (min: number): Schema => ({ type: 'integer', minimum: min });
const maybe = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

const flags = {
  authorizedToShow: yesOrNo,
  authorizedToStore: yesOrNo,
  authorizedToUpdate: yesOrNo,
  authorizedToDelete: yesOrNo,
};

const more = described(
  { type: 'object', additionalProperties: text },
  'With `more=true`: relation -> where it goes on, for each that was cut at its page size.',
);

/** Field -> the texts of its rules. */
const ruleMessages: Schema = { type: 'object', additionalProperties: listOf(text) };

const keyed = closed({ key: text });

/** What all resources share. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  [shared.flags]: described(closed(flags), 'What the caller may do with the record.'),
  [shared.meta]: described(
    closed({ ...flags, more }, ['more']),
    'What the caller may do with the record.',
  ),
  [shared.pageMeta]: described(
    closed({
      current_page: count(1),
      from: maybe(count(1)),
      last_page: maybe(count(1)),
      path: text,
      per_page: count(1),
      to: maybe(count(1)),
      total: maybe(count(0)),
    }),
    'Where the page lies. `last_page` and `total` are null with `count=none`, and where the policy decides on each ' +
      'record; `from` and `to` are null on an empty page.',
  ),
  [shared.cursorMeta]: described(
    closed({ per_page: count(1), path: text }),
    'Of a page by its cursor.',
  ),
  [shared.pageLinks]: closed({
    first: text,
    last: maybe(text),
    prev: maybe(text),
    next: maybe(text),
  }),
  [shared.cursorLinks]: described(
    closed({ first: text, next: maybe(text) }),
    'Of a page by its cursor.',
  ),
  [shared.errors]: described(ruleMessages, 'Field or parameter -> what is wrong with it.'),
  [shared.actions]: dataOf(
    listOf(
      closed({
        name: text,
        description: text,
        destructive: yesOrNo,
        uriKey: text,
        payload: ruleMessages,
      }),
    ),
  ),
  [shared.queries]: dataOf(
    closed({
      matches: listOf(closed({ key: text, type: text })),
      sortables: listOf(keyed),
      searchables: listOf(keyed),
      filters: listOf(closed({ key: text, name: text, payload: ruleMessages })),
    }),
  ),
  [shared.credentials]: {
    type: 'object',
    required: ['email', 'password'],
    properties: {
      email: described({ type: 'string', minLength: 1 }, 'What the account is found by.'),
      password: { type: 'string', minLength: 1 },
      name: described(
        { type: ['string', 'null'], maxLength: 120 },
        'What the new token is to be called.',
      ),
    },
  },
  [shared.token]: closed({
    access_token: text,
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: described(count(1), 'Seconds.'),
  }),
  [shared.tokens]: dataOf(
    listOf(
      closed({
        id: text,
        name: text,
        created_at: instant,
        last_used_at: maybe(instant),
        expires_at: instant,
      }),
    ),
  ),
};
