import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Why } from '../access/why.js';
import { usePage } from '../api/queries.js';
import type { ApiRecord } from '../api/schema.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorState, Loading, State } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { LogEntry } from './log-entry.js';
import { PageTurner } from './page-turner.js';
import { relatedCall, type RelatedList } from './related-list.js';
import { UndoDialog } from './undo-dialog.js';

/** The key of the resource of the log. @contract C15.1 */
export const LOG = 'action_logs';

const PER_PAGE = 10;

/** What happened to a record, the last change first, each with an undo. @contract C8, C15 */
export function LogTab(list: RelatedList) {
  const { parent, target } = list;
  const text = useText();
  const [parameters, setParameters] = useSearchParams();
  const [undoing, setUndoing] = useState<ApiRecord | null>(null);
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const call = relatedCall(list, {
    perPage: PER_PAGE,
    ...(target.sorts.includes('id') && { sort: '-id' }),
    ...(page > 1 && { page }),
  });
  const { data, error, refetch } = usePage(call);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const turn = (to: number) =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      next.set('page', String(to));
      return next;
    });
  return (
    <div className="relation">
      <div className="relation-tools">
        <h2 className="visually-hidden">{text.log}</h2>
        {data.meta.total !== null && (
          <span className="soft">{text.changesCount(data.meta.total)}</span>
        )}
        <span className="spacer" />
        <Why
          question={{ resource: parent.key, id: list.record.id, relation: list.relation.key }}
          subject={text.log}
        />
        <ShowRequest call={call} />
      </div>
      {data.data.length === 0 ? (
        <State icon="undo" title={text.nothingHere} help={text.nothingLogged} />
      ) : (
        <ol className="log">
          {data.data.map((row) => (
            <LogEntry key={row.id} parent={parent} row={row} onUndo={() => setUndoing(row)} />
          ))}
        </ol>
      )}
      <PageTurner page={page} data={data} turn={turn} />
      {undoing && (
        <UndoDialog
          parent={parent}
          id={list.record.id}
          row={undoing}
          onClose={() => setUndoing(null)}
        />
      )}
    </div>
  );
}
