/** What a piece of JSON text is: a sign, a string, or a number, `true`, `false`, `null`. */
export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar';

/** A piece of JSON text and the position behind it. */
export interface Token {
  readonly kind: TokenKind;
  readonly end: number;
}

const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Reads the token that starts at `position`; `undefined` when none does. */
export function readToken(text: string, position: number): Token | undefined {
  const sign = text[position] as TokenKind;
  if ('{}[]:,'.includes(sign)) return { kind: sign, end: position + 1 };
  if (text[position] === '"') return readString(text, position + 1);
  const end = endOf(scalar, text, position);
  return end === undefined ? undefined : { kind: 'scalar', end };
}

function readString(text: string, start: number): Token | undefined {
  let position: number | undefined = start;
  while (position !== undefined && position < text.length) {
    if (text[position] === '"') return { kind: 'string', end: position + 1 };
    if (text[position] === '\\') position = endOf(escaped, text, position);
    else position = isControl(text, position) ? undefined : position + 1;
  }
  return undefined;
}

function endOf(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const isControl = (text: string, position: number) => text.charCodeAt(position) < 0x20;
