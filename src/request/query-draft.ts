import type { Limits } from '../options/limits.js';
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
  WrittenFilter,
  WrittenMatch,
} from './resource-query.js';

const NO_RELATIONS: readonly IncludeNode[] = Object.freeze([]);
const NO_MATCHES: readonly WrittenMatch[] = Object.freeze([]);
const NO_FILTERS: readonly WrittenFilter[] = Object.freeze([]);
const FIRST_PAGE: PageQuery = Object.freeze({ number: 1, size: null });

/** What a request asks for that has no query string; shared by all of them, hence frozen. */
export const emptyQuery: ResourceQuery = Object.freeze({
  include: NO_RELATIONS,
  fields: null,
  page: FIRST_PAGE,
  cursor: null,
  counted: true,
  more: false,
  search: null,
  sort: null,
  matches: NO_MATCHES,
  filters: NO_FILTERS,
  relatablePerPage: null,
  action: null,
  parameters: Object.freeze([]),
});

/** A query while its parameters are read, one after the other. */
export class QueryDraft {
  private includeTree: IncludeTree | null = null;
  fields: FieldList | null = null;
  pageNumber = 1;
  pageSize: number | null = null;
  relatablePerPage: number | null = null;
  cursor: string | null = null;
  counted: boolean | null = null;
  more = false;
  search: string | null = null;
  sort: SortList | null = null;
  filters: readonly WrittenFilter[] = NO_FILTERS;
  /** By the relation's path, until the include tree is known. */
  readonly relatedSorts = new Map<string, SortList>();
  readonly matches: NamedMatch[] = [];
  action: string | null = null;

  constructor(readonly limits: Limits) {}

  /** The one tree of `include` and `related`. */
  get include(): IncludeTree {
    return (this.includeTree ??= new IncludeTree());
  }

  /**
   * @throws `invalid_query` when the parameters together name too many relations, or do not go
   * together
   */
  toQuery(parameters: readonly WrittenParameter[]): ResourceQuery {
    if (this.includeTree) verifyNodes(this.includeTree, this.limits.includeNodes);
    this.verifyCursor(parameters);
    this.placeSorts();
    const matches =
      this.matches.length === 0 ? NO_MATCHES : placeMatches(this.includeTree, this.matches);
    return {
      include: this.includeTree?.toNodes() ?? NO_RELATIONS,
      fields: this.fields,
      page: this.page,
      cursor: this.cursor,
      counted: this.counted ?? true,
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

  /** A page by its cursor has no number, and nothing is counted for it. @contract C5.2 */
  private verifyCursor(parameters: readonly WrittenParameter[]): void {
    if (this.cursor === null) return;
    const other = parameters.find(([name]) => name === 'page' || name === 'page[number]')?.[0];
    if (other !== undefined)
      throw refusal(
        'cursor',
        `"cursor" stands beside ${quoted(other)}; only one of them may be given.`,
      );
    if (this.counted === true)
      throw refusal(
        'count',
        'A page by its cursor has no total: leave "count" out, or let it be "none".',
      );
  }
}
