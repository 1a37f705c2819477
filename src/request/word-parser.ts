import { allowedNames } from '../errors/index.js';
import { quoted, refusal, shown } from './refusal.js';

/** Parses one of a few words. @throws `invalid_query` with the allowed words */
export function parseWord<Word extends string>(
  parameter: string,
  input: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === input);
  if (found !== undefined) return found;
  throw refusal(
    parameter,
    `${quoted(input)} is not allowed here.${allowedNames(shown(input), words)}`,
  );
}
