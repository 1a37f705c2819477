import { allowedNames } from '../../base/errors/index.js';
import { parseFields } from './fields-parser.js';
import { parseFilters } from './filters-parser.js';
import { parseInclude } from './include-parser.js';
import { parseFilterName } from './match-name-parser.js';
import { lastPage, parseCount } from './page-parser.js';
import type { QueryDraft } from './query-draft.js';
import { quoted, refusal, shown } from './refusal.js';
import { totalKinds, type QueryOperation } from './resource-query.js';
import { parseSort, parseSortedRelation } from './sort-parser.js';

/** Reads one parameter into the query. */
export type ParameterReader = (draft: QueryDraft, value: string, name: string) => void;

/** A row of the {@link parameters}. */
export interface QueryParameter {
  /** As error messages list it; `<…>` is a name that the caller chooses. */
  readonly name: string;
  readonly operations: readonly QueryOperation[];
  /**
   * A request may have one parameter of each slot, once. If absent, the parameter may be repeated,
   * and its values are merged.
   */
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
  draft.pageSize = value === 'all' ? 'all' : parseCount(name, value, draft.limits.perPage);
};

const readCursor: ParameterReader = (draft, value) => {
  draft.cursor = value;
};

/** @throws `invalid_query` with the allowed words */
function parseWord<Word extends string>(
  parameter: string,
  input: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === input);
  if (found !== undefined) return found;
  throw refusal(
    parameter,
    `${quoted(input)} is not allowed here.${allowedNames(shown(input), words)}`,
  );
}

const readCount: ParameterReader = (draft, value, name) => {
  draft.total = parseWord(name, value, totalKinds);
};

const readMore: ParameterReader = (draft, value, name) => {
  draft.more = parseWord(name, value, ['true', 'false']) === 'true';
};

const readSearch: ParameterReader = (draft, value, name) => {
  draft.search = parseSearch(name, value, draft.limits.searchLength);
};

const readSort: ParameterReader = (draft, value, name) => {
  draft.sort = parseSort(name, value);
};

const readRelatedSort: ParameterReader = (draft, value, name) => {
  const path = parseSortedRelation(name);
  if (draft.relatedSorts.has(path))
    throw refusal(name, `${quoted(name)} is given twice; it may be given only once.`);
  draft.relatedSorts.set(path, parseSort(name, value));
};

const readMatch: ParameterReader = (draft, value, name) => {
  draft.matches.push(parseFilterName(name, value));
};

const readFilters: ParameterReader = (draft, value) => {
  draft.filters = parseFilters(value, draft.limits);
};

const readAction: ParameterReader = (draft, value, name) => {
  if (value === '') throw refusal(name, 'The query parameter "action" must not be empty.');
  draft.action = value;
};

const reads: readonly QueryOperation[] = ['index', 'show'];
const actions: readonly QueryOperation[] = ['index action', 'show action'];
const index: readonly QueryOperation[] = ['index'];
/** Operations with parameters that select the records of a page or of an action. */
const narrowing: readonly QueryOperation[] = ['index', 'index action'];

/** All parameters, and the operations that accept them. @contract C5.1 */
export const parameters: readonly QueryParameter[] = [
  { name: 'include', operations: [...reads, ...actions], read: readInclude },
  { name: 'related', operations: [...reads, ...actions], read: readInclude },
  { name: 'fields[<resource>]', operations: reads, slot: 'fields', read: readFields },
  {
    name: 'relatablePerPage',
    operations: reads,
    slot: 'relatablePerPage',
    read: readRelatablePerPage,
  },
  { name: 'sort[<relation>]', operations: reads, read: readRelatedSort },
  { name: 'filter[<relation>][<field>]', operations: reads, read: readMatch },
  { name: 'more', operations: reads, slot: 'more', read: readMore },
  { name: 'search', operations: narrowing, slot: 'search', read: readSearch },
  { name: 'sort', operations: index, slot: 'sort', read: readSort },
  { name: 'filter[<field>]', operations: narrowing, read: readMatch },
  { name: 'filters', operations: narrowing, slot: 'filters', read: readFilters },
  { name: 'action', operations: actions, slot: 'action', read: readAction },
  { name: 'page', operations: index, slot: 'page number', read: readPageNumber },
  { name: 'perPage', operations: index, slot: 'page size', read: readPageSize },
  { name: 'page[number]', operations: index, slot: 'page number', read: readPageNumber },
  { name: 'page[size]', operations: index, slot: 'page size', read: readPageSize },
  { name: 'cursor', operations: index, slot: 'cursor', read: readCursor },
  { name: 'count', operations: index, slot: 'count', read: readCount },
];

/**
 * Returns the search term; `null` if it is empty, which means no search.
 *
 * @param longest the maximum number of characters
 * @contract C5.2, C5.8, C12
 * @throws `invalid_query` if it is longer
 */
function parseSearch(parameter: string, input: string, longest: number): string | null {
  const length = [...input].length;
  if (length > longest)
    throw refusal(
      parameter,
      `The search term has ${length} characters; the maximum is ${longest}.`,
    );
  return input === '' ? null : input;
}
