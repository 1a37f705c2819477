import { errorEntries } from '../../errors/index.js';
import type { Parameter, Paths, Schema } from '../open-api.js';
import type { ReferenceFacts } from '../reference-facts.js';
import { closed, dataOf, described, listOf } from '../schemas/objects.js';
import { jsonResponse, operation, pathParameter } from './operation.js';

const string: Schema = { type: 'string' };

const parameter = (name: string, description: string, schema: Schema = string): Parameter => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
});

const operations = [
  'index',
  'show',
  'store',
  'update',
  'delete',
  'attach',
  'detach',
  'sync',
  'bulk',
];

const parameters: readonly Parameter[] = [
  parameter('operation', 'Default: `show` with an `id`, otherwise `index`.', {
    type: 'string',
    enum: operations,
  }),
  parameter('id', 'The key of a record.'),
  parameter('field', 'The name of a field, a computed attribute or an input.'),
  parameter('relation', 'The key of a relation.'),
  parameter('related', 'The key of a related record, for attach, detach and sync.'),
  parameter('action', 'The uriKey of an action.'),
  parameter('user', 'The key of the account; the caller by default.'),
];

const explanation = closed({
  resource: string,
  user: described(string, 'The key of the account.'),
  outcome: { type: 'string', enum: ['allowed', 'refused', 'hidden'] },
  error: {
    description: 'The code of the error that the request gets; null if the rights allow it.',
    enum: [...errorEntries.map(([code]) => code), null],
  },
  summary: described(string, 'One sentence.'),
  steps: described(
    listOf(
      closed({
        subject: described(string, 'What the check is about: `posts`, `posts.title`.'),
        check: described(string, 'The method of the policy, or the option.'),
        source: described(string, 'What decides: `PostPolicy.update`.'),
        outcome: { type: 'string', enum: ['allowed', 'refused', 'hidden', 'not asked'] },
        detail: { type: ['string', 'null'] },
      }),
    ),
    'In the order in which a request asks them.',
  ),
  missing: {
    description:
      'What the account does without, although the request succeeds; null for a question about a member, and if the request fails.',
    anyOf: [
      closed({
        fields: described(
          listOf(string),
          'What the response does not contain, or what the body of a write cannot set.',
        ),
        relations: listOf(string),
        actions: listOf(string),
      }),
      { type: 'null' },
    ],
  },
});

/** Returns the path that explains rights; none if nobody may ask. @contract C18.1 */
export const whyPaths = ({ explains, prefix, resources }: ReferenceFacts): Paths =>
  explains
    ? {
        [`${prefix}/_why/{key}`]: {
          get: operation({
            id: 'why.show',
            summary: 'Explain what an account may do',
            description:
              'Which policies, options and declarations allow, refuse or hide something, for administrators. For everyone else it is 404.',
            tag: 'schema',
            parameters: [
              pathParameter('key', 'The key of the resource.', {
                type: 'string',
                enum: resources.map(({ key }) => key),
              }),
              ...parameters,
            ],
            responses: { 200: jsonResponse('The explanation.', dataOf(explanation)) },
            refuses: [404],
          }),
        },
      }
    : {};
