import { escaped } from '../../../http/pages/html.js';

/** The values that the page is rendered with. */
export interface ReferencePageFacts {
  readonly title: string;
  /** The path of the login; `null` if an identity provider issues the tokens. */
  readonly login: string | null;
  /** The security scheme of the document that a token belongs to. */
  readonly scheme: string;
  /** The path of the logout. */
  readonly logout: string | null;
}

const credentials = `
      <label>E-mail <input name="email" type="email" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>`;

const ownToken = `
      <label>Token <input name="token" type="password" autocomplete="off" required></label>
      <button>Use token</button>`;

/**
 * Renders the reference page. Its URLs are relative, so that it works behind any proxy. It contains
 * no inline scripts or styles, which its content policy would block.
 */
export const referencePage = ({
  title,
  login,
  logout,
  scheme,
}: ReferencePageFacts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}: reference</title>
    <link rel="icon" href="docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="docs/assets/swagger-ui.css">
    <link rel="stylesheet" href="docs/assets/reference.css">
    <script src="docs/assets/swagger-ui-bundle.js" defer></script>
    <script src="docs/assets/reference.js" defer></script>
  </head>
  <body>
    <header>
      <strong>${escaped(title)}</strong>
      <form id="sign-in"${attribute('data-login', login)}${attribute('data-logout', logout)}>${login === null ? ownToken : credentials}
      </form>
      <p id="signed-in" hidden><span></span> <button type="button">Sign out</button></p>
      <p id="status" role="status"></p>
    </header>
    <main id="reference" data-document="docs/openapi.json" data-scheme="${escaped(scheme)}"></main>
    <noscript>This page needs JavaScript. The document itself is <a href="docs/openapi.json">docs/openapi.json</a>.</noscript>
  </body>
</html>
`;

const attribute = (name: string, value: string | null): string =>
  value === null ? '' : ` ${name}="${escaped(value)}"`;
