import { isURL } from 'class-validator';

/**
 * The scheme, directly followed by the authority: browsers also accept `http:evil.com` and
 * `http:\\evil.com` as URLs.
 */
const START = /^https?:\/\/[^/\\]/i;
/** URL parsers disagree on where the host ends: `http://good.com\@evil.com`. */
const AMBIGUOUS = '\\';

/**
 * Returns whether a string is a URL that all URL parsers read the same way: `http://` or
 * `https://`, then a host.
 */
export const isWebAddress = (value: string): boolean =>
  START.test(value) &&
  !value.includes(AMBIGUOUS) &&
  isURL(value, { protocols: ['http', 'https'], require_protocol: true, require_tld: false }) &&
  URL.canParse(value);
