import type { IncludeNode, SortList, WrittenMatch, WrittenName } from './resource-query.js';

/** A relation whose mentions are still being merged. */
export interface DraftNode extends WrittenName {
  readonly parameter: string;
  columns: Map<string, WrittenName> | null;
  sort: SortList | null;
  readonly matches: WrittenMatch[];
  readonly children: Siblings;
}

/** Relations of one level by name: a map, since the names are the caller's (`__proto__`). */
export type Siblings = Map<string, DraftNode>;

/**
 * The include tree while it grows: every mention of one relation, in whichever parameter, is one
 * node, which stands where it was first named.
 *
 * @contract C5.1
 */
export class IncludeTree {
  readonly roots: Siblings = new Map();
  private size = 0;

  /** Distinct relations named, at all levels. */
  get nodes(): number {
    return this.size;
  }

  /** The node of a relation among its siblings, which is made when this is its first mention. */
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

  /** The node at a dotted path, if a parameter named it. */
  findNode(path: string): DraftNode | undefined {
    const [first, ...rest] = path.split('.') as [string, ...string[]];
    return rest.reduce<DraftNode | undefined>(
      (node, name) => node?.children.get(name),
      this.roots.get(first),
    );
  }

  /** The dotted paths of all nodes, parents before what lies below them. */
  get paths(): readonly string[] {
    return pathsOf(this.roots, '');
  }

  /** The tree as the next stage takes it. */
  toNodes(): readonly IncludeNode[] {
    return nodesOf(this.roots);
  }
}

/** Recursion is bounded by the depth that the parser allowed, here and below. */
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
