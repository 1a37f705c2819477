import type { ExactText } from '../../dialects/exact-text.js';

const binary = new Set(
  (
    'binary varbinary tinyblob blob mediumblob longblob bit vector geometry point linestring polygon' +
    ' multipoint multilinestring multipolygon geometrycollection geomcollection'
  ).split(' '),
);

/** A `float` is converted first: alone, it is written with six digits. */
export const mariaExact: ExactText = {
  read(expression, type) {
    if (binary.has(type)) return `hex(${expression})`;
    return `cast(${type === 'float' ? `cast(${expression} as double)` : expression} as char)`;
  },
  bind: (text, type) =>
    binary.has(type) ? Buffer.from(text.length % 2 === 1 ? `0${text}` : text, 'hex') : text,
};
