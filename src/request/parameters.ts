import { parseFields } from './fields-parser.js';
import { parseInclude } from './include-parser.js';
import { lastPage, parseCount } from './page-parser.js';
import type { QueryDraft } from './query-draft.js';
import type { QueryOperation } from './resource-query.js';

/** Reads one parameter into the query. */
export type ParameterReader = (draft: QueryDraft, value: string, name: string) => void;

/** A row of the {@link parameters}. */
export interface Parameter {
  /** As refusals list it; `<…>` stands for a name that the caller chooses. */
  readonly name: string;
  readonly operations: readonly QueryOperation[];
  /** Of the parameters of one slot a request takes one, once. Absent: it may be repeated, and its values merge. */
  readonly slot?: string;
  readonly read: ParameterReader;
}

const readInclude: ParameterReader = (draft, value, name) => {
  parseInclude(draft.include, name, value, draft.limits.includeDepth);
};

const readFields: ParameterReader = (draft, value, name) => {
  draft.fields = parseFields(name, value);
};

const readRelatablePerPage: ParameterReader = (draft, value, name) => {
  draft.relatablePerPage = parseCount(name, value, draft.limits.relatablePerPage);
};

const readPageNumber: ParameterReader = (draft, value, name) => {
  draft.pageNumber = parseCount(name, value, lastPage(draft.limits.perPage));
};

const readPageSize: ParameterReader = (draft, value, name) => {
  draft.pageSize = parseCount(name, value, draft.limits.perPage);
};

const reads: readonly QueryOperation[] = ['index', 'show'];
const index: readonly QueryOperation[] = ['index'];

/** Every parameter there is, and the operations that take it. @contract C5.1 */
export const parameters: readonly Parameter[] = [
  { name: 'include', operations: reads, read: readInclude },
  { name: 'related', operations: reads, read: readInclude },
  { name: 'fields[<resource>]', operations: reads, slot: 'fields', read: readFields },
  { name: 'relatablePerPage', operations: reads, slot: 'relatablePerPage', read: readRelatablePerPage },
  { name: 'page', operations: index, slot: 'page number', read: readPageNumber },
  { name: 'perPage', operations: index, slot: 'page size', read: readPageSize },
  { name: 'page[number]', operations: index, slot: 'page number', read: readPageNumber },
  { name: 'page[size]', operations: index, slot: 'page size', read: readPageSize },
];
