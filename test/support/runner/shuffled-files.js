import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** Runs files in an order of `TEST_ORDER`, any text: `TEST_ORDER=1 npm test`. */
export default class ShuffledFiles extends Sequencer {
  sort(tests) {
    const { TEST_ORDER } = process.env;
    const place = ({ path }) => createHash('sha256').update(`${TEST_ORDER} ${path}`).digest('hex');
    return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
