/**
 * Parses a server's address. The error does not contain the address, which may contain a password.
 *
 * @throws TypeError when it is not the address of a database on a server
 */
export function parseAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^\/./.test(address.pathname)) {
    const form = `${url.slice(0, url.indexOf(':'))}://USER:PASSWORD@HOST:PORT/DATABASE`;
    throw new TypeError(
      `DATABASE_URL must read ${form}, with special characters of the password percent-encoded.`,
    );
  }
  return address;
}
