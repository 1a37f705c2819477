import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Refused, Why } from '../access/why.js';
import { usePage } from '../api/queries.js';
import type { ApiPage, ApiRecord, Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { ActionMenu } from '../actions/action-menu.js';
import { ActionDialog } from '../actions/action-dialog.js';
import { usePageResource } from '../app/described.js';
import { usePageTitle } from '../app/page-title.js';
import { newPath } from '../app/paths.js';
import { useShortcut } from '../app/shortcuts.js';
import { BookmarkButton } from '../bookmarks/bookmark-button.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorState, Loading, State } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { ExportMenu } from './export-menu.js';
import { AddFilter, FilterChips } from './filter-bar.js';
import {
  isNarrowed,
  listCall,
  narrowingOf,
  useListState,
  type ChangeList,
  type ListState,
} from './list-state.js';
import { useResolvedState } from './me.js';
import { Pagination } from './pagination.js';
import { RecordTable } from './record-table.js';
import { SearchField } from './search-field.js';
import { SelectionBar } from './selection-bar.js';
import { ViewMenu } from './view-menu.js';
import './lists.css';

/** The list of a resource. */
export function ListPage() {
  const resource = usePageResource();
  return <List key={resource.key} resource={resource} />;
}

/** The selected records by key, as the list contained them. */
export type Selection = ReadonlyMap<string, ApiRecord>;

const noNarrowing = { search: '', conditions: [], filters: {} };

function List({ resource }: { readonly resource: Resource }) {
  const text = useText();
  const schema = useSchema();
  const go = useNavigate();
  const [state, change] = useListState(resource);
  const [selection, setSelection] = useState<Selection>(new Map());
  const resolved = useResolvedState(resource, state);
  const asked = resolved ?? state;
  const call = listCall(schema, resource, asked);
  const isKnown = resolved !== null && resolved !== undefined;
  const { data: page, error, refetch, isPlaceholderData } = usePage(call, { enabled: isKnown });
  usePageTitle(resource.label);
  useShortcut('n', () => {
    if (resource.authorizedToStore) void go(newPath(resource.key));
  });
  const total = page?.meta.total ?? null;
  const target = { resource, query: narrowingOf(asked), total };
  return (
    <div className="page page-wide">
      <header className="page-header">
        <h1>
          {resource.label}{' '}
          {total !== null && <span className="title-count">{text.recordsCount(total)}</span>}
        </h1>
        <div className="page-tools">
          <Why question={{ resource: resource.key }} subject={resource.label} />
          <BookmarkButton label={resource.label} />
          {isKnown && (
            <>
              <ShowRequest call={call} />
              <ExportMenu resource={resource} state={asked} />
              <ActionMenu
                {...target}
                // The selected records have a menu of their own.
                {...(selection.size > 0 && { label: text.actionsOnAll(total) })}
              />
            </>
          )}
          {resource.authorizedToStore && (
            <Link to={newPath(resource.key)} className="button button-primary">
              <Icon name="plus" /> {text.newRecord}
            </Link>
          )}
          {!resource.authorizedToStore && (
            <Refused
              question={{ resource: resource.key, operation: 'store' }}
              subject={text.newRecord}
            >
              {text.newRecord}
            </Refused>
          )}
        </div>
      </header>
      <div className="list-tools">
        <SearchField resource={resource} state={state} change={change} />
        <AddFilter resource={resource} change={change} />
        <ViewMenu resource={resource} state={state} change={change} />
      </div>
      <FilterChips resource={resource} state={state} change={change} />
      {isKnown && <RequestedAction {...target} />}
      {resolved === null ? (
        <State icon="user" title={text.meUnknown} help={text.meUnknownHelp}>
          <Button onClick={() => change(noNarrowing)}>{text.clearFilters}</Button>
        </State>
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={{ to: '/', label: text.home }}
        >
          <Why question={{ resource: resource.key }} subject={resource.label} />
        </ErrorState>
      ) : !page ? (
        <Loading />
      ) : (
        <div className={isPlaceholderData ? 'is-stale' : undefined} aria-busy={isPlaceholderData}>
          <Records
            {...{ resource, state, change, page, selection, setSelection }}
            selectionBar={
              <SelectionBar {...target} selection={selection} setSelection={setSelection} />
            }
          />
        </div>
      )}
    </div>
  );
}

interface RecordsProps {
  readonly resource: Resource;
  readonly state: ListState;
  readonly change: ChangeList;
  readonly page: ApiPage;
  readonly selection: Selection;
  readonly setSelection: (selection: Selection) => void;
  readonly selectionBar: React.ReactNode;
}

function Records({ page, selectionBar, ...list }: RecordsProps) {
  const text = useText();
  const { resource, state, change, selection } = list;
  if (page.data.length > 0)
    return (
      <>
        {selection.size > 0 && selectionBar}
        <RecordTable {...list} records={page.data} />
        <Pagination page={page} state={state} change={change} />
      </>
    );
  if (isNarrowed(state))
    return (
      <State icon="search" title={text.nothingFound} help={text.nothingFoundHelp}>
        <Button onClick={() => change(noNarrowing)}>{text.clearFilters}</Button>
      </State>
    );
  if (state.page > 1)
    return (
      <State icon="grid" title={text.pastTheEnd}>
        <Button onClick={() => change({ page: 1 })}>{text.firstPage}</Button>
      </State>
    );
  return (
    <State
      icon="grid"
      title={text.nothingHere}
      help={resource.authorizedToStore ? text.nothingHereHelp : text.nothingHereYours}
    >
      {resource.authorizedToStore && (
        <Link to={newPath(resource.key)} className="button button-primary">
          <Icon name="plus" /> {text.newRecord}
        </Link>
      )}
    </State>
  );
}

interface TargetProps {
  readonly resource: Resource;
  readonly query: object;
  readonly total: number | null;
}

/** `?run=<action>`: the dialog of an action, which the command palette links to. */
function RequestedAction({ resource, query, total }: TargetProps) {
  const [parameters, setParameters] = useSearchParams();
  const key = parameters.get('run');
  const action = resource.actions.find(({ uriKey }) => uriKey === key);
  if (!action || action.scope === 'show') return null;
  const close = () =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      next.delete('run');
      return next;
    });
  const target =
    action.scope === 'standalone'
      ? ({ form: 'standalone' } as const)
      : ({ form: 'all', query, total } as const);
  return <ActionDialog resource={resource} action={action} target={target} onClose={close} />;
}
