import { hash } from 'node:crypto';
import { escaped } from '../../http/pages/html.js';
import type { ServiceLink } from './service-links.js';

const style = `
:root { color-scheme: light dark; }
body { max-width: 40rem; margin: 12vh auto 0; padding: 0 1.25rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.2; }
dl { margin: 0; border-top: 1px solid #8884; }
dl div { display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid #8884; }
dt { flex: 0 0 11rem; }
dd { margin: 0; flex: 1 1 14rem; opacity: .8; }
a { color: light-dark(#0550ae, #79b8ff); }
code { font-size: .95em; }
`;

/** The page's style as its content security policy names it. */
export const PAGE_STYLE_SOURCE = `'sha256-${hash('sha256', style, 'base64')}'`;

/**
 * Renders the first page. Its links are relative, so that it works behind any proxy, and it runs no
 * scripts.
 */
export const renderFirstPage = (
  title: string,
  links: readonly ServiceLink[],
): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <h1>${escaped(title)}</h1>
    <dl>
${links.map(rowOf).join('\n')}
    </dl>
  </body>
</html>
`;

function rowOf({ path, about, isPage }: ServiceLink): string {
  const address = escaped(path);
  const name = isPage ? `<a href="${address}">/${address}</a>` : `<code>/${address}</code>`;
  return `      <div><dt>${name}</dt><dd>${escaped(about)}</dd></div>`;
}
