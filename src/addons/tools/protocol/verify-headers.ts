import { ProtocolError } from '@modelcontextprotocol/server';
import type { ToolArguments } from '../tool/tool.js';
import type { HeaderArgument } from '../tool/header-arguments.js';

/**
 * The protocol's error code for headers that contradict the body, sent with HTTP status 400.
 * Revision 2026-07-28
 */
export const HEADER_MISMATCH = -32_020;

const encoded = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(?:\.\d+)?$/;

/**
 * Compares the arguments of a call with the headers that repeat them: proxies route by the headers,
 * while the service uses the body. An argument that is missing or null needs no header.
 *
 * The library does this only for tools in its own registry.
 *
 * @param args the arguments before coercion
 * @throws ProtocolError with {@link HEADER_MISMATCH}
 */
export function verifyHeaders(
  declared: readonly HeaderArgument[],
  args: ToolArguments,
  headers: Headers,
): void {
  for (const argument of declared) {
    const sent = headerValueOf(argument.path.reduce<unknown>(memberOf, args));
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
    return `the header ${header} is missing, although the body has the argument "${name}".`;
  const value = decode(given);
  if (value === undefined)
    return `the header ${header} is not valid Base64 of UTF-8 between "=?base64?" and "?=".`;
  const isSame =
    value === sent || (isInteger && decimal.test(value) && Number(value) === Number(sent));
  return isSame ? undefined : `the header ${header} and the argument "${name}" of the body differ.`;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Returns the header's value for an argument; `undefined` if no header is expected. */
function headerValueOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/**
 * Decodes a header's value, which is plain or Base64 between marks; `undefined` if the Base64 is
 * invalid.
 */
function decode(value: string): string | undefined {
  const inner = encoded.exec(value)?.[1];
  if (inner === undefined) return value;
  if (!base64.test(inner)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(inner, 'base64'));
  } catch {
    return undefined;
  }
}
