import { isURL } from 'class-validator';

/**
 * The scheme, and an authority directly behind it: browsers also take `http:evil.com` and
 * `http:\\evil.com` for addresses.
 */
const START = /^https?:\/\/[^/\\]/i;
/** Readers disagree on where the host ends: `http://good.com\@evil.com`. */
const AMBIGUOUS = '\\';

/**
 * Whether a text is an address of the web that every reader understands alike: `http://` or
 * `https://`, then a host.
 */
export const isWebAddress = (text: string): boolean =>
  START.test(text) &&
  !text.includes(AMBIGUOUS) &&
  isURL(text, { protocols: ['http', 'https'], require_protocol: true, require_tld: false }) &&
  URL.canParse(text);
