import type { OutlinedOperation, OutlinedTag } from '../../../reference/operation-documents.js';

/** The values that the page is rendered with. */
export interface PageFacts {
  readonly title: string;
  readonly description: string;
  /** The path of the login; `null` if an identity provider issues the tokens. */
  readonly login: string | null;
  /** The map of the resources as SVG; `null` without resources. */
  readonly map: string | null;
  /** The path of the explorer's map, which moves and zooms; `null` without the explorer. */
  readonly explorerMap: string | null;
  /** The security scheme of the document that a token belongs to. */
  readonly scheme: string;
  /** The path of the logout. */
  readonly logout: string | null;
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
export const referencePage = (facts: PageFacts): string => `<!doctype html>
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
      <button type="button" id="theme" aria-label="Switch between light and dark">◐</button>
      <form id="sign-in"${attribute('data-login', facts.login)}${attribute('data-logout', facts.logout)}>${facts.login === null ? ownToken : credentials}
      </form>
      <p id="signed-in" hidden><span></span> <button type="button">Sign out</button></p>
      <p id="status" role="status"></p>
    </header>
    <main
      id="reference"
      data-operations="docs/operations"
      data-document="docs/openapi.json"
      data-scheme="${escaped(facts.scheme)}"
      data-script="${facts.urlOf('swagger-ui-bundle.js')}"
      data-style="${facts.urlOf('swagger-ui.css')}"
    >
${paragraphsOf(facts.description)}
      <p class="tools">
        <input id="filter" type="search" placeholder="Filter operations" aria-label="Filter operations">
        <a href="docs/openapi.json">OpenAPI document</a>
      </p>
${mapFigure(facts)}${facts.outline.map(tagSection).join('\n')}
    </main>
    <noscript>Operations can only be tried with JavaScript.</noscript>
  </body>
</html>
`;

const mapFigure = ({ map, explorerMap }: PageFacts): string =>
  map === null
    ? ''
    : `      <details class="map" open>
        <summary><strong>Map of the resources</strong></summary>
        <figure>${map}
          <figcaption><a href="docs/map.svg" download>Save as SVG</a>${explorerLink(explorerMap)}</figcaption>
        </figure>
      </details>
`;

const explorerLink = (path: string | null): string =>
  path === null ? '' : ` · <a href="${escaped(path)}">Open in the explorer</a>`;

/** Returns the `id` of the section of a tag. */
export const tagId = (name: string): string => `tag-${name}`;

/** Of Markdown, the description of a document uses paragraphs and code. */
const paragraphsOf = (markdown: string): string =>
  markdown
    .split(/\n\s*\n/)
    .map((text) => `      <p class="about">${withCode(escaped(text))}</p>`)
    .join('\n');

const withCode = (html: string): string =>
  html
    .split('`')
    .map((part, at) => (at % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');

const tagSection = ({ name, description, operations }: OutlinedTag): string =>
  `      <details class="tag" id="${escaped(tagId(name))}" data-tag="${escaped(name)}">
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (value: string): string =>
  value.replace(/[&<>"]/g, (character) => entities[character]!);
