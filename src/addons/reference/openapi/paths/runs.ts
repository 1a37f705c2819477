import { runStatuses } from '../../../../pipeline/describing/run-statuses.js';
import { acceptedRun, headerRef, schemaRef, shared } from '../document/components.js';
import type { ParameterObject, PathsObject, Response, Schema } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { arrayOf, closed, dataOf, described } from '../schemas/objects.js';
import { jsonResponse, operation, pathParameter } from './operation.js';

const string: Schema = { type: 'string' };
const uuid: Schema = { type: 'string', format: 'uuid' };
const count: Schema = { type: 'integer', minimum: 0 };
const instant: Schema = { type: 'string', format: 'date-time' };
const perhaps = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });

const status: Schema = { type: 'string', enum: runStatuses };

export const runSchemas: Readonly<Record<string, Schema>> = {
  [shared.run]: closed(
    {
      id: uuid,
      action: string,
      resource: string,
      status,
      processed: described(count, 'Records that the action received.'),
      total: perhaps(count),
      refused: described(count, 'Records on which the user may not run it.'),
      result: described({}, 'What the action returned. Not in lists, nor for others.'),
      error: described({}, 'The error response.'),
      created_at: instant,
      started_at: perhaps(instant),
      finished_at: perhaps(instant),
      batch_id: uuid,
    },
    ['result'],
  ),
};

const run = dataOf(schemaRef(shared.run));

export const runResponses: Readonly<Record<string, Response>> = {
  [acceptedRun]: {
    ...jsonResponse('The run, if the action runs after the response.', run),
    headers: { Location: headerRef('Location') },
  },
};

const query = (name: string, description: string, schema: Schema): ParameterObject => ({
  name,
  in: 'query',
  description,
  schema,
});

export const hasActions = ({ resources }: Pick<ReferenceFacts, 'resources'>): boolean =>
  resources.some(({ actions }) => actions.length > 0);

/**
 * Returns the paths of actions that run after their response; none if there are no actions.
 * @contract C14
 */
export function runPaths(facts: ReferenceFacts): PathsObject {
  if (!hasActions(facts)) return {};
  const { prefix } = facts;
  const one = { tag: 'runs', parameters: [pathParameter('id', 'The id of the run.', string)] };
  return {
    [`${prefix}/runs`]: {
      get: operation({
        id: 'runs.index',
        summary: 'List the runs, the latest first',
        tag: 'runs',
        parameters: [
          query('status', 'Only runs with it.', status),
          query('page', 'The number of the page.', { type: 'integer', minimum: 1 }),
          query('perPage', 'Runs per page; 15 by default.', {
            type: 'integer',
            minimum: 1,
            maximum: 100,
          }),
        ],
        responses: {
          200: jsonResponse(
            'One page.',
            closed({
              meta: schemaRef(shared.pageMeta),
              links: schemaRef(shared.pageLinks),
              data: arrayOf(schemaRef(shared.run)),
            }),
          ),
        },
      }),
    },
    [`${prefix}/runs/{id}`]: {
      get: operation({
        ...{ ...one, id: 'runs.show', summary: 'Show a run', refuses: [404] },
        responses: { 200: jsonResponse('The run.', run) },
      }),
    },
    [`${prefix}/runs/{id}/cancel`]: {
      post: operation({
        ...{ ...one, id: 'runs.cancel', summary: 'Cancel a run', refuses: [404] },
        description: 'It stops after its current chunk. What is committed remains.',
        responses: { 202: jsonResponse('The run.', run) },
      }),
    },
    [`${prefix}/runs/{id}/events`]: {
      get: operation({
        ...{ ...one, id: 'runs.events', summary: 'Follow a run', refuses: [404] },
        description:
          'Server-sent events `progress`, then `finished`, `failed` or `cancelled`, each with the run. `Last-Event-ID` leaves out what the client has seen.',
        responses: {
          200: {
            description: 'The events.',
            content: { 'text/event-stream': { schema: string } },
          },
        },
      }),
    },
  };
}
