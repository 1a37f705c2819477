import { askedOperations } from '../../../../pipeline/describing/asked-operations.js';
import type { ParameterObject, PathsObject, Schema } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { arrayOf, closed, dataOf, described } from '../schemas/objects.js';
import { resourceKey } from './description.js';
import { jsonResponse, operation } from './operation.js';

const string: Schema = { type: 'string' };
const optional: Schema = { type: ['string', 'null'] };

const parameter = (name: string, description: string, schema = string): ParameterObject => ({
  name,
  in: 'query',
  description,
  schema,
});

const parameters: readonly ParameterObject[] = [
  parameter('operation', 'Default: `show` with an `id`, otherwise `index`.', {
    type: 'string',
    enum: askedOperations,
  }),
  parameter('id', 'The key of a record.'),
  parameter('field', 'A field, a computed attribute or an input.'),
  parameter('relation', 'A relation.'),
  parameter('related', 'The key of a related record, for attach, detach and sync.'),
  parameter('action', 'The uriKey of an action.'),
  parameter('user', 'The key of an account. Default: the caller.'),
];

const outcomes = ['allowed', 'refused', 'hidden'];
const strings = arrayOf(string);

const reasons = closed({
  resource: string,
  user: string,
  outcome: { type: 'string', enum: outcomes },
  error: described(optional, 'The code of the error that the request gets.'),
  summary: string,
  steps: arrayOf(
    closed({
      subject: described(string, '`posts`, `posts.title`'),
      check: string,
      source: described(string, '`PostPolicy.update`'),
      outcome: { type: 'string', enum: [...outcomes, 'not asked'] },
      detail: optional,
    }),
  ),
  missing: described(
    {
      anyOf: [closed({ fields: strings, relations: strings, actions: strings }), { type: 'null' }],
    },
    'What the account does without.',
  ),
});

/** Returns the path that explains rights; none if nobody may ask. @contract C18.1 */
export const whyPaths = ({ reasons: isServed, prefix }: ReferenceFacts): PathsObject =>
  isServed
    ? {
        [`${prefix}/_why/{key}`]: {
          get: operation({
            id: 'why.show',
            summary: 'Why an account may or may not do something',
            description: 'For administrators.',
            tag: 'schema',
            parameters: [resourceKey, ...parameters],
            responses: { 200: jsonResponse('The reasons.', dataOf(reasons)) },
            refuses: [404],
          }),
        },
      }
    : {};
