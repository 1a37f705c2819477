import type { IncludeNode, SortList, WrittenMatch, WrittenName } from './resource-query.js';

/** A relation whose mentions are still being merged. */
export interface DraftNode extends WrittenName {
  readonly parameter: string;
  columns: Map<string, WrittenName> | null;
  sort: SortList | null;
  readonly matches: WrittenMatch[];
  readonly children: Siblings;
}

/** Relations of one level by name. A map, because callers choose the names (`__proto__`). */
export type Siblings = Map<string, DraftNode>;

/**
 * The include tree while it is built. All mentions of a relation, in any parameter, are one node at
 * the place of the first mention.
 *
 * @contract C5.1
 */
export class IncludeTree {
  readonly roots: Siblings = new Map();
  private size = 0;

  /** The number of distinct relations, at all levels. */
  get nodes(): number {
    return this.size;
  }

  /** Returns the node of a relation among its siblings, and creates it at the first mention. */
  getNode(siblings: Siblings, { name, position }: WrittenName, parameter: string): DraftNode {
    const known = siblings.get(name);
    if (known) return known;
    const node: DraftNode = {
      name,
      position,
      parameter,
      columns: null,
      sort: null,
      matches: [],
      children: new Map(),
    };
    siblings.set(name, node);
    this.size++;
    return node;
  }

  /** Returns the node at a dotted path, if a parameter named it. */
  findNode(path: string): DraftNode | undefined {
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    return rest.reduce<DraftNode | undefined>(
      (node, name) => node?.children.get(name),
      this.roots.get(first),
    );
  }

  /** The dotted paths of all nodes, parents before their children. */
  get paths(): readonly string[] {
    return pathsOf(this.roots, '');
  }

  /** Returns the tree in the form that the next stage expects. */
  toNodes(): readonly IncludeNode[] {
    return nodesOf(this.roots);
  }
}

/** The parser limits the depth, so the recursion here and below is bounded. */
function pathsOf(siblings: Siblings, prefix: string): readonly string[] {
  return [...siblings.values()].flatMap(({ name, children }) => [
    prefix + name,
    ...pathsOf(children, `${prefix}${name}.`),
  ]);
}

function nodesOf(siblings: Siblings): readonly IncludeNode[] {
  return Array.from(siblings.values(), ({ columns, children, ...node }) => ({
    ...node,
    columns: columns && [...columns.values()],
    children: nodesOf(children),
  }));
}
