/** The origins that a page may use besides its own. */
interface PageSources {
  /** Further sources of images, such as `data:`. */
  readonly images: readonly string[];
  /** Further origins of requests. */
  readonly requests: readonly string[];
}

/**
 * Returns the headers of a page of the service. Its content security policy allows scripts and
 * styles of this service, and no others: no inline scripts or styles and no `eval`.
 */
export const pageHeaders = ({
  images,
  requests,
}: PageSources): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ['img-src', "'self'", ...images].join(' '),
    ['connect-src', "'self'", ...new Set(requests)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
});
