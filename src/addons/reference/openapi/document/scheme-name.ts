import type { SecurityScheme } from '../../../../options/authentication-provider.js';

/** Returns the name of the security scheme in the document: `bearer`, `apiKey`. */
export const schemeNameOf = (
  scheme: SecurityScheme = { type: 'http', scheme: 'bearer' },
): string => (scheme.type === 'http' ? scheme.scheme.toLowerCase() : scheme.type);
