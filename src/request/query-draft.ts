import type { Limits } from '../options/limits.js';
import { verifyNodes } from './include-parser.js';
import { IncludeTree } from './include-tree.js';
import type { WrittenParameter } from './query-string.js';
import type { FieldList, IncludeNode, PageQuery, ResourceQuery } from './resource-query.js';

const NO_RELATIONS: readonly IncludeNode[] = Object.freeze([]);
const FIRST_PAGE: PageQuery = Object.freeze({ number: 1, size: null });

/** What a request asks for that has no query string; shared by all of them, hence frozen. */
export const emptyQuery: ResourceQuery = Object.freeze({
  include: NO_RELATIONS,
  fields: null,
  page: FIRST_PAGE,
  relatablePerPage: null,
  parameters: Object.freeze([]),
});

/** A query while its parameters are read, one after the other. */
export class QueryDraft {
  private includeTree: IncludeTree | null = null;
  fields: FieldList | null = null;
  pageNumber = 1;
  pageSize: number | null = null;
  relatablePerPage: number | null = null;

  constructor(readonly limits: Limits) {}

  /** The one tree of `include` and `related`. */
  get include(): IncludeTree {
    return (this.includeTree ??= new IncludeTree());
  }

  /** @throws `invalid_query` when the parameters together name too many relations */
  toQuery(parameters: readonly WrittenParameter[]): ResourceQuery {
    if (this.includeTree) verifyNodes(this.includeTree, this.limits.includeNodes);
    const isFirstPage = this.pageNumber === 1 && this.pageSize === null;
    return {
      include: this.includeTree?.toNodes() ?? NO_RELATIONS,
      fields: this.fields,
      page: isFirstPage ? FIRST_PAGE : { number: this.pageNumber, size: this.pageSize },
      relatablePerPage: this.relatablePerPage,
      parameters,
    };
  }
}
