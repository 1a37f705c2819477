import assert from 'node:assert/strict';

/** @throws Error with the message and the first lines of the difference */
export function compare(actual, expected, message) {
  try {
    assert.deepEqual(actual, expected);
  } catch (difference) {
    throw new Error(`${message}:\n${difference.message.split('\n').slice(0, 30).join('\n')}`, {
      cause: difference,
    });
  }
}
