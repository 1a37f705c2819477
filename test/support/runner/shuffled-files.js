import { createHash } from 'node:crypto';
import sequencer from '@jest/test-sequencer';

const { TEST_ORDER } = process.env;

/** Files in an order of `TEST_ORDER`, any text: `TEST_ORDER=1 npm test`. */
export default class ShuffledFiles extends sequencer.default {
  sort(tests) {
    const place = ({ path }) => createHash('sha256').update(`${TEST_ORDER} ${path}`).digest('hex');
    return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
