import type { ExactText } from '../../dialects/exact-text.js';

/** Every type of PostgreSQL reads the text that it writes. */
export const postgresExact: ExactText = {
  read: (expression) => `${expression}::text`,
  bind: (text) => text,
};
