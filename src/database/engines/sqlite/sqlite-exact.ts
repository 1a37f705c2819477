import type { ExactText } from '../../dialects/exact-text.js';

/** Any column may contain values of any type, so the text begins with the type of its value. */
export const sqliteExact: ExactText = {
  read: (expression) =>
    `case typeof(${expression}) when 'blob' then 'b' || hex(${expression})` +
    ` when 'real' then 'r' || printf('%!.17g', ${expression})` +
    ` else substr(typeof(${expression}), 1, 1) || ${expression} end`,
  bind: (text) => values[text[0]!]!(text.slice(1)),
};

const values: Readonly<Record<string, (text: string) => unknown>> = {
  i: BigInt,
  r: (text) => Number(text.replace('Inf', 'Infinity')),
  t: (text) => text,
  b: (text) => Buffer.from(text, 'hex'),
};
