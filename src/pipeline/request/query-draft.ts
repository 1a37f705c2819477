import type { Limits } from '../../options/limits.js';
import { verifyNodes } from './include-parser.js';
import { IncludeTree } from './include-tree.js';
import type { NamedMatch } from './match-name-parser.js';
import { notIncluded, placeMatches } from './place-matches.js';
import type { WrittenParameter } from './query-string.js';
import { quoted, refusal } from './refusal.js';
import type {
  FieldList,
  IncludeNode,
  PageQuery,
  ResourceQuery,
  SortList,
  TotalKind,
  WrittenFilter,
  WrittenMatch,
} from './resource-query.js';

const NO_RELATIONS: readonly IncludeNode[] = Object.freeze([]);
const NO_MATCHES: readonly WrittenMatch[] = Object.freeze([]);
const NO_FILTERS: readonly WrittenFilter[] = Object.freeze([]);
const FIRST_PAGE: PageQuery = Object.freeze({ number: 1, size: null });

/** The query of all requests without a query string; frozen because they share it. */
export const emptyQuery: ResourceQuery = Object.freeze({
  include: NO_RELATIONS,
  fields: null,
  page: FIRST_PAGE,
  cursor: null,
  total: 'exact',
  more: false,
  search: null,
  sort: null,
  matches: NO_MATCHES,
  filters: NO_FILTERS,
  relatablePerPage: null,
  action: null,
  parameters: Object.freeze([]),
});

/** A query while its parameters are parsed, one after the other. */
export class QueryDraft {
  private includeTree: IncludeTree | null = null;
  fields: FieldList | null = null;
  pageNumber = 1;
  pageSize: PageQuery['size'] = null;
  relatablePerPage: number | null = null;
  cursor: string | null = null;
  total: TotalKind | null = null;
  more = false;
  search: string | null = null;
  sort: SortList | null = null;
  filters: readonly WrittenFilter[] = NO_FILTERS;
  /** Keyed by the relation's path until the include tree is known. */
  readonly relatedSorts = new Map<string, SortList>();
  readonly matches: NamedMatch[] = [];
  action: string | null = null;

  constructor(readonly limits: Limits) {}

  /** The tree that `include` and `related` share. */
  get include(): IncludeTree {
    return (this.includeTree ??= new IncludeTree());
  }

  /**
   * @throws `invalid_query` if the parameters together name too many relations, or cannot be
   * combined
   */
  toQuery(parameters: readonly WrittenParameter[]): ResourceQuery {
    if (this.includeTree) verifyNodes(this.includeTree, this.limits.includeNodes);
    this.verifyCursor(parameters);
    this.verifyAll(parameters);
    this.placeSorts();
    const matches =
      this.matches.length === 0
        ? NO_MATCHES
        : placeMatches(this.includeTree, this.matches, this.limits.keys);
    return {
      include: this.includeTree?.toNodes() ?? NO_RELATIONS,
      fields: this.fields,
      page: this.page,
      cursor: this.cursor,
      total: this.total ?? 'exact',
      more: this.more,
      search: this.search,
      sort: this.sort,
      matches,
      filters: this.filters,
      relatablePerPage: this.relatablePerPage,
      action: this.action,
      parameters,
    };
  }

  private get page(): PageQuery {
    const isFirst = this.pageNumber === 1 && this.pageSize === null;
    return isFirst ? FIRST_PAGE : { number: this.pageNumber, size: this.pageSize };
  }

  private placeSorts(): void {
    for (const [path, sort] of this.relatedSorts) {
      const node = this.includeTree?.findNode(path);
      if (!node) throw refusal(sort.parameter, notIncluded(path, this.includeTree));
      node.sort = sort;
    }
  }

  /** A page read by cursor has no number and no total. @contract C5.2 */
  private verifyCursor(parameters: readonly WrittenParameter[]): void {
    if (this.cursor === null) return;
    const other = parameters.find(([name]) => name === 'page' || name === 'page[number]')?.[0];
    if (other !== undefined)
      throw refusal(
        'cursor',
        `"cursor" and ${quoted(other)} cannot be combined; give only one of them.`,
      );
    if (this.total !== null && this.total !== 'none')
      throw refusal(
        'count',
        'Pages read by cursor have no total; omit "count" or set it to "none".',
      );
  }

  /** All records have no page and no total. @contract C17.3 */
  private verifyAll(parameters: readonly WrittenParameter[]): void {
    if (this.pageSize !== 'all') return;
    const nameIn = (names: readonly string[]) =>
      parameters.find(([name]) => names.includes(name))?.[0];
    const size = nameIn(['perPage', 'page[size]'])!;
    const other = nameIn(['page', 'page[number]', 'cursor', 'count']);
    if (other !== undefined)
      throw refusal(
        size,
        `${quoted(`${size}=all`)} and ${quoted(other)} cannot be combined; give only one of them.`,
      );
  }
}
