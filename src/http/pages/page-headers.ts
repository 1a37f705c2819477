/** The sources that a page may load from, as its content security policy writes them. */
export interface PageSources {
  readonly script?: string;
  readonly style?: string;
  readonly image?: string;
  readonly connect?: string;
}

/**
 * Returns the headers of an HTML page: it loads only what is listed here, sends no other site its
 * address, and cannot be shown in a frame.
 */
export const pageHeaders = ({
  script,
  style,
  image,
  connect,
}: PageSources): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'none'",
    ...(script ? [`script-src ${script}`] : []),
    ...(style ? [`style-src ${style}`] : []),
    ...(image ? [`img-src ${image}`] : []),
    ...(connect ? [`connect-src ${connect}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
});
