import { schemaRef, shared } from '../document/components.js';
import type { Schema } from '../document/open-api.js';
import { closed, dataOf, described, arrayOf } from './objects.js';

const string: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const instant: Schema = { type: 'string', format: 'date-time' };
const count = (min: number): Schema => ({ type: 'integer', minimum: min });
const maybe = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

const flags = {
  authorizedToShow: flag,
  authorizedToStore: flag,
  authorizedToUpdate: flag,
  authorizedToDelete: flag,
};

const more = described(
  { type: 'object', additionalProperties: string, examples: [{}] },
  'With `more=true`: each relation that was cut at its page size -> the link to its next records.',
);

/** Field -> its rules. */
const listsByField: Schema = { type: 'object', additionalProperties: arrayOf(string) };

const keyed = closed({ key: string });

/** The schemas that all resources share. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  [shared.flags]: described(closed(flags), 'What the caller may do with the record.'),
  [shared.meta]: described(
    closed({ ...flags, more }, ['more']),
    'What the caller may do with the record.',
  ),
  [shared.anyPageMeta]: { oneOf: [schemaRef(shared.pageMeta), schemaRef(shared.cursorMeta)] },
  [shared.anyPageLinks]: { oneOf: [schemaRef(shared.pageLinks), schemaRef(shared.cursorLinks)] },
  [shared.pageMeta]: described(
    closed(
      {
        current_page: count(1),
        from: maybe(count(1)),
        last_page: maybe(count(1)),
        path: string,
        per_page: count(1),
        to: maybe(count(1)),
        total: maybe(count(0)),
        total_estimated: flag,
      },
      ['total_estimated'],
    ),
    'The position of the page. `last_page` and `total` are null with `count=none`, and if the policy decides per ' +
      'record; `from` and `to` are null on an empty page. `total_estimated` is returned with `count=estimated`: ' +
      'if true, `total` and `last_page` are estimates.',
  ),
  [shared.cursorMeta]: described(
    closed({ per_page: count(1), path: string }),
    'For pages read by cursor.',
  ),
  [shared.pageLinks]: closed({
    first: string,
    last: maybe(string),
    prev: maybe(string),
    next: maybe(string),
  }),
  [shared.cursorLinks]: described(
    closed({ first: string, next: maybe(string) }),
    'For pages read by cursor.',
  ),
  [shared.progress]: described(
    closed({ chunks: count(0), records: count(0) }),
    'The progress of an action until it failed.',
  ),
  [shared.errors]: described(listsByField, 'Field or parameter -> its messages.'),
  [shared.actions]: dataOf(
    arrayOf(
      closed({
        name: string,
        description: string,
        destructive: flag,
        uriKey: string,
        payload: listsByField,
      }),
    ),
  ),
  [shared.queries]: dataOf(
    closed({
      matches: arrayOf(closed({ key: string, type: string })),
      sortables: arrayOf(keyed),
      searchables: arrayOf(keyed),
      filters: arrayOf(closed({ key: string, name: string, payload: listsByField })),
    }),
  ),
  [shared.dryRun]: described(
    dataOf(
      closed({
        affected: closed({
          stored: count(0),
          updated: count(0),
          deleted: count(0),
          attached: count(0),
          detached: count(0),
        }),
        refused: described(count(0), 'Records that the caller may not change.'),
        skipped: described(count(0), 'Listed keys without a record.'),
        changes: described(
          arrayOf(
            closed({
              type: string,
              id: maybe(string),
              event: {
                type: 'string',
                enum: ['stored', 'updated', 'deleted', 'attached', 'detached'],
              },
              original: { type: 'object' },
              changes: { type: 'object' },
            }),
          ),
          'The first 20 changes.',
        ),
        result: { description: 'The body of the response without the preference.' },
      }),
    ),
    'What the request would change, with `Prefer: tx=rollback`. Nothing was written.',
  ),
  [shared.credentials]: {
    type: 'object',
    required: ['email', 'password'],
    properties: {
      email: described({ type: 'string', minLength: 1 }, 'The identifier of the account.'),
      password: { type: 'string', minLength: 1 },
      name: described({ type: ['string', 'null'], maxLength: 120 }, 'The name of the new token.'),
    },
  },
  [shared.token]: closed({
    access_token: string,
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: described(count(1), 'Seconds.'),
  }),
  [shared.tokens]: dataOf(
    arrayOf(
      closed({
        id: string,
        name: string,
        created_at: instant,
        last_used_at: maybe(instant),
        expires_at: instant,
      }),
    ),
  ),
};
