import {
  curveOf,
  endsOf,
  round,
  type MapEdge,
  type MapLayout,
  type MapNode,
} from './map-layout.js';

interface Drawn {
  /** Returns where a resource leads; absent for a file, which leads nowhere. */
  readonly linkOf?: (key: string) => string;
  /** The accessible name. */
  readonly label: string;
}

/**
 * Draws a map as SVG, without styles and scripts, so that it needs no exception from a content
 * policy. Its colors are attributes, which the style sheet of a page replaces by the classes.
 */
export const drawMap = (map: MapLayout, { linkOf, label }: Drawn): string =>
  [
    `<svg${linkOf ? '' : ' xmlns="http://www.w3.org/2000/svg"'} class="map-drawing"`,
    ` viewBox="0 0 ${round(map.width)} ${round(map.height)}"`,
    linkOf ? '' : ` width="${round(map.width)}" height="${round(map.height)}"`,
    ` role="${linkOf ? 'group' : 'img'}" aria-label="${escaped(label)}"`,
    ' font-family="system-ui, sans-serif" text-anchor="middle">',
    linkOf ? '' : '<rect width="100%" height="100%" fill="#ffffff"/>',
    ...map.edges.map(edgeOf),
    ...map.nodes.map((node) => nodeOf(node, linkOf?.(node.key))),
    '</svg>',
  ].join('');

const edgeOf = (edge: MapEdge): string =>
  [
    '<g class="map-edge" fill="none" stroke="#8a94a6" stroke-width="1.3">',
    `<title>${escaped(edge.names.join(', '))}</title>`,
    `<path d="${curveOf(edge.points)}"/>`,
    ...endsOf(edge).map(({ path, transform }) => `<path d="${path}" transform="${transform}"/>`),
    '</g>',
  ].join('');

function nodeOf(node: MapNode, link: string | undefined): string {
  const { label, facts, x, y, width, height } = node;
  const [fields, relations] = facts;
  const box = `x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}"`;
  const [open, close] =
    link === undefined ? ['<g class="map-node">', '</g>'] : [linkTo(link), '</a>'];
  return [
    open,
    `<rect ${box} rx="8" fill="#ffffff" stroke="#8a94a6"/>`,
    `<text class="map-label" x="${round(x)}" y="${round(y - 3)}" fill="#1b2230" font-size="13.5" font-weight="600">${escaped(label)}</text> `,
    `<text class="map-facts" x="${round(x)}" y="${round(y + 14)}" fill="#5b6577" font-size="10.5">`,
    `${counted(fields, 'field')}, ${counted(relations, 'relation')}</text>`,
    close,
  ].join('');
}

const linkTo = (address: string): string => `<a class="map-node" href="${escaped(address)}">`;

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (value: string): string =>
  value.replaceAll(/[&<>"]/g, (character) => entities[character]!);
