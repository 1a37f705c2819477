import * as dagre from '@dagrejs/dagre';

/** A resource, as the map shows it. */
export interface MapResource {
  readonly key: string;
  readonly label: string;
  readonly group: string | null;
  readonly relations: readonly MapRelation[];
}

export interface MapRelation {
  readonly key: string;
  /** `null` for computed data. */
  readonly kind: string | null;
  /** The key of the related resource; `null` for computed data. */
  readonly target: string | null;
  readonly many: boolean;
}

/** A resource on the map; `x` and `y` are its center. */
export interface MapNode {
  readonly key: string;
  readonly label: string;
  readonly group: string | null;
  /** How many it has. */
  readonly relations: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All relations between two resources, in both directions. */
export interface MapEdge {
  readonly from: string;
  readonly to: string;
  /** The names of the relations, with their resources: `posts.user`. */
  readonly names: readonly string[];
  /** Whether a record of `to` belongs to many of `from`, and the other way round. */
  readonly isMany: readonly [from: boolean, to: boolean];
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** What the map needs of the package, whose types do not resolve by Node's rules for modules. */
interface Layout {
  readonly Graph: new (options: object) => LayoutGraph;
  layout(this: void, graph: LayoutGraph): void;
}
interface LayoutGraph {
  setGraph(options: object): void;
  setDefaultEdgeLabel(labelOf: () => object): void;
  setNode(key: string, size: object): void;
  setEdge(from: string, to: string, label: object): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(key: string): Box;
  edge(from: string, to: string): Pick<MapEdge, 'points'>;
}
const { Graph, layout } = dagre as unknown as Layout;

const HEIGHT = 52;
/** The width of a character of a label, which is measured nowhere: the map is laid out at once. */
const CHARACTER = 8.2;
const MARGIN = 28;
/** How far a line from a resource to itself leaves it; less than the space around resources. */
const LOOP = 26;

type Link = Omit<MapEdge, 'points'>;
type Box = Pick<MapNode, 'x' | 'y' | 'width' | 'height'>;

/** Places the resources and their relations. */
export function layOut(resources: readonly MapResource[]): MapLayout {
  const graph = new Graph({ directed: true, multigraph: false, compound: false });
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 96, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key, label } of resources)
    graph.setNode(key, { width: Math.max(132, label.length * CHARACTER + 36), height: HEIGHT });
  const links = linksOf(resources);
  for (const { from, to } of links) if (from !== to) graph.setEdge(from, to, {});
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    ...{ width, height },
    nodes: resources.map(({ key, label, group, relations }) => {
      const { x, y, width: nodeWidth, height: nodeHeight } = graph.node(key);
      const box = { x, y, width: nodeWidth, height: nodeHeight };
      return { key, label, group, relations: relations.length, ...box };
    }),
    edges: links.map((link) => ({
      ...link,
      points:
        link.from === link.to
          ? loopOf(graph.node(link.from))
          : graph.edge(link.from, link.to).points,
    })),
  };
}

/** Relations in both directions are one line. A list leads away from its parent. */
function linksOf(resources: readonly MapResource[]): readonly Link[] {
  const keys = new Set(resources.map(({ key }) => key));
  const links = new Map<string, DeclaredLink>();
  for (const { key, relations } of resources)
    for (const relation of relations) {
      const { target, many } = relation;
      if (target === null || !keys.has(target)) continue;
      const ends = [key, target].sort().join(' ');
      const known = links.get(ends);
      const [from, to] = many ? [key, target] : [target, key];
      const link = known ?? { from, to, relations: [] };
      links.set(ends, { ...link, relations: [...link.relations, { owner: key, ...relation }] });
    }
  return [...links.values()].map(describe);
}

interface DeclaredLink extends Pick<Link, 'from' | 'to'> {
  readonly relations: readonly (MapRelation & { readonly owner: string })[];
}

function describe({ from, to, relations }: DeclaredLink): Link {
  const leading = relations.filter(({ owner }) => owner === from);
  const back = relations.filter(({ owner }) => owner === to);
  return {
    ...{ from, to },
    names: relations.map(({ owner, key }) => `${owner}.${key}`),
    isMany: [manyAt(back, leading), manyAt(leading, back)],
  };
}

/** Where only one side is declared, a record belongs to one that may have many. */
const manyAt = (toward: readonly MapRelation[], away: readonly MapRelation[]): boolean =>
  toward.length > 0
    ? toward.some(({ many }) => many)
    : away.some(({ kind }) => kind?.startsWith('BelongsTo') ?? false);

/** Returns a line from a resource to itself, which the layout cannot place. */
function loopOf({ x, y, width, height }: Box): MapEdge['points'] {
  const [right, bottom] = [x + width / 2, y + height / 2];
  return [
    { x: right - 40, y: bottom },
    { x: right - 40, y: bottom + LOOP },
    { x: right - 10, y: bottom + LOOP },
    { x: right - 10, y: bottom },
  ];
}

type Point = MapEdge['points'][number];

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Rounds to a tenth of a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;

/** Returns the path of a smooth line through the points of the layout. */
export function curveOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1)!;
  const turns = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1]!;
    const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${at(point)} ${at(middle)}`;
  });
  return [`M${at(first!)}`, ...turns, `L${at(last)}`].join(' ');
}

/** The ends of a line: a crow's foot where many records are, a bar where one is. */
export function endsOf({ points, isMany }: MapEdge): readonly MapEnd[] {
  return [
    endAt(points[0]!, points[1]!, isMany[0]),
    endAt(points.at(-1)!, points.at(-2)!, isMany[1]),
  ];
}

export interface MapEnd {
  readonly path: string;
  readonly transform: string;
}

function endAt(point: Point, toward: Point, isMany: boolean): MapEnd {
  const angle = (Math.atan2(toward.y - point.y, toward.x - point.x) * 180) / Math.PI;
  return {
    path: isMany ? 'M0 -6 L11 0 L0 6' : 'M8 -5 L8 5',
    transform: `translate(${at(point)}) rotate(${round(angle)})`,
  };
}
