import { ProtocolError } from '@modelcontextprotocol/server';
import type { ToolArguments } from '../catalogue/tool.js';
import type { HeaderArgument } from '../own/header-arguments.js';

/**
 * The protocol's code for headers that contradict the body; the HTTP status is then 400. Revision
 * 2026-07-28
 */
export const HEADER_MISMATCH = -32_020;

const encoded = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(?:\.\d+)?$/;

/**
 * Holds the arguments of a call against the headers that repeat them. Proxies route by the headers,
 * and the service acts by the body: both must say the same. An argument that was not sent, or is
 * null, needs no header.
 *
 * The library does this for its own registry of tools alone.
 *
 * @param args as they were sent
 * @throws ProtocolError with {@link HEADER_MISMATCH}
 */
export function verifyHeaders(
  declared: readonly HeaderArgument[],
  args: ToolArguments,
  headers: Headers,
): void {
  for (const argument of declared) {
    const sent = stringOf(argument.path.reduce<unknown>(memberOf, args));
    const fault =
      sent === undefined ? undefined : findFault(argument, sent, headers.get(argument.header));
    if (fault !== undefined)
      throw new ProtocolError(HEADER_MISMATCH, `Bad Request: ${fault}`, {
        header: argument.header,
      });
  }
}

function findFault(
  { header, path, isInteger }: HeaderArgument,
  sent: string,
  given: string | null,
) {
  const name = path.join('.');
  if (given === null)
    return `the header ${header} is missing, and the body has the argument "${name}".`;
  const text = decode(given);
  if (text === undefined)
    return `the header ${header} is not valid Base64 of UTF-8 between "=?base64?" and "?=".`;
  const isSame =
    text === sent || (isInteger && decimal.test(text) && Number(text) === Number(sent));
  return isSame ? undefined : `the header ${header} and the argument "${name}" of the body differ.`;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** What a header has for a value; `undefined`: no header is expected for it. */
function stringOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * Without the marks of Base64 a text is what it is; `undefined`: the marks are there, and what they
 * enclose is not it.
 */
function decode(text: string): string | undefined {
  const inner = encoded.exec(text)?.[1];
  if (inner === undefined) return text;
  if (!base64.test(inner)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(inner, 'base64'));
  } catch {
    return undefined;
  }
}
