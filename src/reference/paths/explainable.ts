import type { Operation, Parameter, Schema } from '../open-api.js';
import type { ReferenceFacts } from '../reference-facts.js';
import { closed, dataOf, described, listOf } from '../schemas/objects.js';

/** The media type of an explanation, which is JSON. */
export const EXPLANATION_TYPE = 'application/vnd.resource-api.explanation+json';

const string: Schema = { type: 'string' };
const milliseconds: Schema = { type: 'number', minimum: 0 };

const prefer: Parameter = {
  name: 'Prefer',
  in: 'header',
  description:
    '`explain` returns how the request was read in place of the records, for administrators; for everyone else it has no effect.',
  required: false,
  schema: { type: 'string' },
};

const explanation: Schema = dataOf(
  closed({
    stages: listOf(closed({ stage: string, milliseconds })),
    statements: listOf(
      closed({
        sql: string,
        parameters: described(listOf(string), 'The types of the bound values.'),
        milliseconds,
        rows: { type: 'integer', minimum: 0 },
        estimated_rows: { type: ['number', 'null'] },
        plan: { description: 'The plan as the database describes it, without values.' },
      }),
    ),
  }),
);

/** Describes a read whose way administrators can see. @contract C17.7 */
export function explainable(read: Operation, { explains }: ReferenceFacts): Operation {
  const success = read.responses['200'];
  if (!explains || !success || !('content' in success)) return read;
  const content = { ...success.content, [EXPLANATION_TYPE]: { schema: explanation } };
  return {
    ...read,
    parameters: [...(read.parameters ?? []), prefer],
    responses: { ...read.responses, 200: { ...success, content } },
  };
}
