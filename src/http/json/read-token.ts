/** The kinds of JSON tokens: a sign, a string, or a scalar (a number, `true`, `false`, `null`). */
export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'string' | 'scalar';

/** A token of JSON, and the position after it. */
export interface JsonToken {
  readonly kind: TokenKind;
  readonly end: number;
}

const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

/** Returns the token that starts at `position`, or `undefined` if there is no valid one. */
export function readToken(json: string, position: number): JsonToken | undefined {
  const sign = json[position] as TokenKind;
  if ('{}[]:,'.includes(sign)) return { kind: sign, end: position + 1 };
  if (json[position] === '"') return readString(json, position + 1);
  const end = endOf(scalar, json, position);
  return end === undefined ? undefined : { kind: 'scalar', end };
}

function readString(json: string, start: number): JsonToken | undefined {
  let position: number | undefined = start;
  while (position !== undefined && position < json.length) {
    if (json[position] === '"') return { kind: 'string', end: position + 1 };
    if (json[position] === '\\') position = endOf(escaped, json, position);
    else position = isControl(json, position) ? undefined : position + 1;
  }
  return undefined;
}

function endOf(pattern: RegExp, json: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(json) ? pattern.lastIndex : undefined;
}

const isControl = (json: string, position: number) => json.charCodeAt(position) < 0x20;
