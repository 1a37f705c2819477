import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Call } from '../api/call.js';
import { readableFields, type Field, type Resource, type Schema } from '../api/schema.js';
import { readPreference, writePreference } from '../app/preferences.js';
import { isOperator, valueIn, type Condition } from './operators.js';

/** What a list shows. The URL contains it, with the names of the API's parameters. */
export interface ListState {
  readonly search: string;
  /** `title`, or `-title` for the descending order; empty for the default order. */
  readonly sort: string;
  readonly page: number;
  readonly perPage: number;
  readonly conditions: readonly Condition[];
  /** Declared filters: key -> value. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The fields that are shown, in the order of the resource. */
  readonly columns: readonly string[];
}

export const pageSizes = [15, 25, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 25;

const condition = /^filter\[(.+)\]\[(\w+)\]$/;

const members: ReadonlySet<string> = new Set([
  'search',
  'sort',
  'page',
  'perPage',
  'filters',
  'columns',
]);

/**
 * Returns whether a URL contains nothing about its list. Only then does the list begin with the
 * preferences of the person, so that any other URL shows everybody the same.
 */
const isBare = (parameters: URLSearchParams): boolean =>
  [...parameters.keys()].every((name) => !members.has(name) && !condition.test(name));

function parse(parameters: URLSearchParams, resource: Resource): ListState {
  const preferred = isBare(parameters)
    ? { perPage: readPreference('perPage'), columns: readPreference(`columns:${resource.key}`) }
    : { perPage: null, columns: null };
  const perPage = Number(parameters.get('perPage') ?? preferred.perPage);
  const columns = parameters.get('columns') ?? preferred.columns;
  return {
    search: parameters.get('search') ?? '',
    sort: parameters.get('sort') ?? '',
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
    perPage: pageSizes.find((size) => size === perPage) ?? DEFAULT_PAGE_SIZE,
    conditions: [...parameters].flatMap(([name, value]) => {
      const [, field, operator = ''] = condition.exec(name) ?? [];
      return field !== undefined && isOperator(operator) ? [{ field, operator, value }] : [];
    }),
    filters: parseFilters(parameters.get('filters')),
    columns: columns === null ? defaultColumns(resource) : existing(columns.split(','), resource),
  };
}

function parseFilters(text: string | null): ListState['filters'] {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as ListState['filters'])
      : {};
  } catch {
    return {};
  }
}

const existing = (names: readonly string[], resource: Resource): readonly string[] =>
  readableFields(resource)
    .map(({ name }) => name)
    .filter((name) => names.includes(name));

/** More columns do not fit. */
const MOST_COLUMNS = 5;
/** Long values do not help in a list. */
const unlisted: ReadonlySet<Field['kind']> = new Set(['long_text', 'json']);
/** Columns that the service maintains, and that few people look for. */
const technical: ReadonlySet<string> = new Set(['updated_at', 'deleted_at', 'batch_id']);

/** Returns the columns of a list that nobody has chosen: short values by which records differ. */
export function defaultColumns(resource: Resource): readonly string[] {
  const fields = readableFields(resource).filter(({ name }) => name !== resource.titleField);
  const short = fields.filter(({ kind, name }) => !unlisted.has(kind) && !technical.has(name));
  return (short.length > 0 ? short : fields).slice(0, MOST_COLUMNS).map(({ name }) => name);
}

const areDefault = (columns: readonly string[], resource: Resource): boolean =>
  columns.join() === defaultColumns(resource).join();

/**
 * Writes a part of the state into the URL. Everything but a page starts at the first page. A
 * function receives the state of the URL, which can be newer than the one that was rendered.
 */
export type ChangeList = (
  change: Partial<ListState> | ((current: ListState) => Partial<ListState>),
) => void;

/**
 * Returns the state of the list in the URL. A URL without a state receives the one that is shown,
 * so that it can be passed on.
 */
export function useListState(resource: Resource): readonly [ListState, ChangeList] {
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => parse(parameters, resource), [parameters, resource]);
  useEffect(() => {
    if (!isBare(parameters)) return;
    const kept = [...parameters];
    setParameters([...kept, ...write(state, resource)], { replace: true });
  }, [parameters, setParameters, state, resource]);
  const change = useCallback<ChangeList>(
    (given) => {
      const current = parse(new URLSearchParams(location.search), resource);
      const changes = typeof given === 'function' ? given(current) : given;
      if (changes.perPage !== undefined) writePreference('perPage', String(changes.perPage));
      if (changes.columns) rememberColumns(changes.columns, resource);
      setParameters(write({ ...current, page: 1, ...changes }, resource));
    },
    [resource, setParameters],
  );
  return [state, change];
}

const rememberColumns = (columns: readonly string[], resource: Resource): void =>
  writePreference(
    `columns:${resource.key}`,
    areDefault(columns, resource) ? null : columns.join(','),
  );

/** The number of records is always part of it, so that no URL of a list is without a state. */
function write(state: ListState, resource: Resource): URLSearchParams {
  const { search, sort, page, perPage, conditions, filters, columns } = state;
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  for (const { field, operator, value } of conditions)
    parameters.set(`filter[${field}][${operator}]`, value);
  if (Object.keys(filters).length > 0) parameters.set('filters', JSON.stringify(filters));
  if (sort !== '') parameters.set('sort', sort);
  parameters.set('perPage', String(perPage));
  if (!areDefault(columns, resource)) parameters.set('columns', columns.join(','));
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** Returns whether something other than the order and the columns selects the records. */
export const isNarrowed = ({ search, conditions, filters }: ListState): boolean =>
  search !== '' || conditions.length > 0 || Object.keys(filters).length > 0;

/** Returns the parameters that select the records, for lists and for actions on all of them. */
export function narrowingOf({ search, conditions, filters }: ListState): object {
  const byField: Record<string, Record<string, unknown>> = {};
  for (const each of conditions)
    byField[each.field] = { ...byField[each.field], [each.operator]: valueIn(each) };
  return {
    ...(search !== '' && { search }),
    ...(conditions.length > 0 && { filter: byField }),
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

/** Returns the to-one relation whose title a column shows in place of its key. */
export function titledRelation(schema: Schema, resource: Resource, field: Field) {
  const relation = resource.relations.find(({ key }) => key === field.relation);
  const target = schema.find(relation?.target);
  if (!relation || !target || target.titleField === 'id') return null;
  return { relation, target };
}

/** Returns the parameter that reads the titles of the records whose keys the fields contain. */
export function titlesOf(schema: Schema, resource: Resource, fields: readonly Field[]): object {
  const include = fields.flatMap((field) => {
    const titled = titledRelation(schema, resource, field);
    return titled ? [[titled.relation.key, { fields: [titled.target.titleField] }] as const] : [];
  });
  return include.length > 0 ? { include: Object.fromEntries(include) } : {};
}

/** Returns the request of a list. It reads only what the list shows. */
export function listCall(schema: Schema, resource: Resource, state: ListState): Call {
  const { sort, page, perPage, columns } = state;
  const shown = readableFields(resource).filter(({ name }) => columns.includes(name));
  const names = new Set([resource.titleField, ...shown.map(({ name }) => name)]);
  const query = {
    fields: [...names],
    ...titlesOf(schema, resource, shown),
    ...narrowingOf(state),
    ...(sort !== '' && { sort }),
    perPage,
    ...(page > 1 && { page }),
  };
  return { resource: resource.key, method: 'index', args: [query] };
}
