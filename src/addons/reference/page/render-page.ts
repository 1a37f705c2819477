import { escaped } from '../../../http/pages/html.js';
import type { FirstRequest } from './first-requests.js';
import type { OutlinedOperation, OutlinedTag } from './operation-documents.js';

/** The values that the page is rendered with. */
export interface ReferencePageFacts {
  readonly title: string;
  readonly description: string;
  /** The path of the login; `null` if the service issues no tokens. */
  readonly login: string | null;
  /** The security scheme of the document that a token belongs to. */
  readonly scheme: string;
  /** The path of the logout. */
  readonly logout: string | null;
  /** The path or URL below which the resources are, as the commands contain it. */
  readonly address: string;
  readonly firstRequests: readonly FirstRequest[];
  readonly outline: readonly OutlinedTag[];
  /** Returns the URL of a file of the page, which changes with its content. */
  readonly urlOf: (name: string) => string;
}

const credentials = `
      <label>E-mail <input name="email" type="email" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>`;

const ownToken = `
      <label>Token <input name="token" type="password" autocomplete="off" required></label>
      <button>Use token</button>`;

/**
 * Renders the reference page with the list of all operations, so that the browser shows it before
 * any script has run. Its URLs are relative, so that it works behind any proxy. It contains no
 * inline scripts or styles, which its content policy would block.
 */
export const renderPage = (facts: ReferencePageFacts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(facts.title)}: reference</title>
    <link rel="icon" href="${facts.urlOf('favicon-32x32.png')}">
    <link rel="stylesheet" href="${facts.urlOf('reference.css')}">
    <script src="${facts.urlOf('theme.js')}"></script>
    <script src="${facts.urlOf('reference.js')}" defer></script>
  </head>
  <body>
    <header>
      <strong>${escaped(facts.title)}</strong>
      <button type="button" id="theme" aria-label="Switch between light and dark" title="Light or dark">◐</button>
      <form id="sign-in"${attribute('data-login', facts.login)}${attribute('data-logout', facts.logout)}>${facts.login === null ? ownToken : credentials}
      </form>
      <p id="signed-in" hidden><span></span> <button type="button">Sign out</button></p>
      <p id="status" role="status"></p>
    </header>
    <main
      id="reference"
      data-operations="docs/operations"
      data-document="docs/openapi.json"
      data-address="${escaped(facts.address)}"
      data-scheme="${escaped(facts.scheme)}"
      data-script="${facts.urlOf('swagger-ui-bundle.js')}"
      data-style="${facts.urlOf('swagger-ui.css')}"
    >
${paragraphsOf(facts.description)}
      <section class="first-requests">
${facts.firstRequests.map(firstRequest).join('\n')}
      </section>
      <p class="tools">
        <input id="filter" type="search" placeholder="Filter operations" aria-label="Filter operations">
        <a href="docs/openapi.json">OpenAPI document</a>
      </p>
${facts.outline.map(tagSection).join('\n')}
    </main>
    <noscript>Operations can only be tried with JavaScript.</noscript>
  </body>
</html>
`;

/** Of Markdown, the description of a document uses paragraphs and code. */
const paragraphsOf = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map((text) => `      <p class="about">${withCode(text)}</p>`)
    .join('\n');

const withCode = (text: string): string =>
  escaped(text)
    .split('`')
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');

const firstRequest = ({ title, text, command, response }: FirstRequest): string =>
  [
    '        <article>',
    `          <h2>${escaped(title)}</h2>`,
    `          <p>${withCode(text)}</p>`,
    ...(command ? [block('command', command)] : []),
    ...(response ? [block('response', JSON.stringify(response, null, 2))] : []),
    '        </article>',
  ].join('\n');

const block = (kind: string, text: string): string =>
  `          <pre class="${kind}"><code>${escaped(text)}</code></pre>`;

const tagSection = ({ name, description, operations }: OutlinedTag): string =>
  `      <details class="tag" data-tag="${escaped(name)}">
        <summary><strong>${escaped(name)}</strong> <span>${escaped(description)}</span></summary>
        <ul>
${operations.map(operationItem).join('\n')}
        </ul>
      </details>`;

const operationItem = ({ id, method, path, summary }: OutlinedOperation): string =>
  [
    `          <li class="operation" data-id="${escaped(id)}" data-method="${method}"`,
    ` data-path="${escaped(path)}"><button type="button" aria-expanded="false">`,
    `<b class="method ${method}">${method.toUpperCase()}</b> <code>${escaped(path)}</code>`,
    ` <span>${escaped(summary)}</span></button><div class="slot" hidden></div></li>`,
  ].join('');

const attribute = (name: string, value: string | null): string =>
  value === null ? '' : ` ${name}="${escaped(value)}"`;
