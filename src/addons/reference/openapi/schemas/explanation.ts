import { readStages } from '../../../../base/work-trace.js';
import type { Schema } from '../document/open-api.js';
import { arrayOf, closed, dataOf, described } from './objects.js';

const string: Schema = { type: 'string' };
const strings = arrayOf(string);
const count: Schema = { type: 'integer', minimum: 0 };
const milliseconds: Schema = { type: 'number', minimum: 0 };

/** The response to a read that is explained. @contract C17.6 */
export const explanation: Schema = described(
  dataOf(
    closed({
      plan: described(strings, 'What is read of each resource, in lines.'),
      stages: described(
        closed(Object.fromEntries(readStages.map((stage) => [stage, milliseconds]))),
        'Milliseconds in each stage.',
      ),
      statements: arrayOf(
        closed({
          stage: { type: 'string', enum: readStages },
          sql: string,
          parameters: described(strings, 'Their types. The values are withheld.'),
          milliseconds,
          rows: described(count, 'The number of rows that it returned.'),
          estimated_rows: {
            type: ['number', 'null'],
            minimum: 0,
            description: 'The number that the database expects; null if it does not estimate.',
          },
          steps: described(strings, 'How the database runs it.'),
        }),
      ),
      records: described(count, 'The number of records in `data` without the preference.'),
      bytes: described(count, 'The size of the body without the preference.'),
    }),
  ),
  'How the read works, with `Prefer: explain`, for callers who may see it.',
);
