import { schemaRef, shared } from '../document/components.js';
import type { ParameterObject, PathsObject, Response } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { closed, dataOf, described, arrayOf } from '../schemas/objects.js';
import { jsonRequestBody, jsonResponse, pathParameter } from './operation.js';
import { write } from './safe-write.js';

/** Returns the paths that revert changes; none if the deployment has no undo, or no log. @contract C15 */
export function undoPaths(facts: ReferenceFacts): PathsObject {
  const { safeWrites, prefix, resources } = facts;
  const log = resources.find(({ table }) => table.isLog);
  if (!safeWrites.undo || !log) return {};
  return {
    [`${prefix}/action_logs/revert`]: {
      post: write(
        {
          id: 'action_logs.revert-batch',
          summary: 'Revert all changes of a batch',
          description:
            'Restores what every log row of the batch changed, the last one first: all or nothing. The caller needs the rights of the inverse operations.',
          tag: log.key,
          parameters: [lenient],
          body: jsonRequestBody({
            ...withInputs,
            required: ['batch_id'],
            properties: { batch_id: uuid },
          }),
          responses: { 200: reverted },
          refuses: [403, 404, 409],
        },
        facts,
        false,
      ),
    },
    [`${prefix}/action_logs/{id}/revert`]: {
      post: write(
        {
          id: 'action_logs.revert',
          summary: 'Revert one change',
          description:
            'Restores what the log row changed. The caller needs the rights of the inverse operation.',
          tag: log.key,
          parameters: [
            pathParameter('id', 'The key of the log row.', { type: 'string', minLength: 1 }),
            lenient,
          ],
          body: jsonRequestBody(withInputs, {}, false),
          responses: { 200: reverted },
          refuses: [403, 404, 409],
        },
        facts,
        true,
      ),
    },
  };
}

const lenient: ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description:
    '`handling=lenient` leaves out records that have changed since, and references to records that no longer exist, and lists both under `conflicts`. `tx=rollback` and `max-affected=<n>` as for other writes.',
  schema: { type: 'string' },
};

const string = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };

/** The inputs of all resources have the same place, and are only known for each revert. */
const withInputs = described(
  { type: 'object', additionalProperties: true },
  'Besides, the inputs that a resource demands on such a write, such as `current_password`.',
);

const conflict = closed({
  type: string,
  id: string,
  errors: described(
    schemaRef(shared.errors),
    'Field -> the current value and the value that the change set.',
  ),
});

const reverted: Response = jsonResponse(
  'What was reverted.',
  dataOf(
    closed(
      {
        affected: described(
          { type: 'integer', minimum: 0 },
          'The number of log rows that were reverted.',
        ),
        batch_id: described(string, 'The batch of the log rows that the revert wrote.'),
        conflicts: arrayOf(conflict),
      },
      ['conflicts'],
    ),
  ),
  { data: { affected: 1, batch_id: '00000000-0000-4000-8000-000000000000' } },
);
