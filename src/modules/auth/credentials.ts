import { RequestError, type ErrorTexts } from '../../base/errors/index.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { isStorableString } from './storable-string.js';

/** The credentials of a login. @contract C2.2 */
export interface Credentials {
  /** Normalized. */
  readonly email: string;
  readonly password: string;
  /** The name of the new token. */
  readonly name: string;
  /** Whether the token is returned in a cookie. @contract C2.10 */
  readonly isForCookie: boolean;
}

const MAX_NAME_LENGTH = 120;
const DEFAULT_NAME = 'login';

/** Returns an identifier as it is stored and compared: trimmed, in lower case. @contract C1.6 */
export const normalizeIdentifier = (identifier: string): string => identifier.trim().toLowerCase();

/**
 * Parses the credentials in the body of a login.
 *
 * @param hasCookies whether the deployment uses cookies
 * @throws RequestError `malformed_request` if the body is not an object, `validation_failed` with
 * errors by field
 */
export function parseCredentials(body: unknown, hasCookies: boolean): Credentials {
  const { email, password, name, cookie } = parseObjectBody(body);
  const faults = Object.entries({
    email: requiredString('email', email),
    password: requiredString('password', password),
    name: optionalName(name),
    cookie: cookieFaults(cookie, hasCookies),
  });
  const errors: ErrorTexts = Object.fromEntries(
    faults.filter(([, messages]) => messages.length > 0),
  );
  if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors });
  return {
    email: normalizeIdentifier(email as string),
    password: password as string,
    name: typeof name === 'string' && name.trim() !== '' ? name : DEFAULT_NAME,
    isForCookie: cookie === true,
  };
}

function cookieFaults(cookie: unknown, hasCookies: boolean): readonly string[] {
  if (cookie === undefined || cookie === null || cookie === false) return [];
  if (cookie !== true) return ['The cookie field must be true or false.'];
  return hasCookies ? [] : ['This service does not use cookies. Leave the field out.'];
}

function requiredString(field: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '')
    return [`The ${field} field is required.`];
  if (field === 'email' && typeof value === 'string' && value.trim() === '')
    return [`The ${field} field is required.`];
  return stringFaults(field, value);
}

function optionalName(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const faults = stringFaults('name', value);
  if (faults.length > 0 || (value as string).length <= MAX_NAME_LENGTH) return faults;
  return [`The name field must not be greater than ${MAX_NAME_LENGTH} characters.`];
}

function stringFaults(field: string, value: unknown): readonly string[] {
  if (typeof value !== 'string') return [`The ${field} field must be a string.`];
  return isStorableString(value)
    ? []
    : [`The ${field} field contains a character that cannot be stored.`];
}
