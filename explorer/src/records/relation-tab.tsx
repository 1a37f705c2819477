import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { Refused, Why } from '../access/why.js';
import { usePage } from '../api/queries.js';
import { relationLabel } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { newPath } from '../app/paths.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorState, Loading, State } from '../components/states.js';
import { inputsToward } from '../forms/form-values.js';
import { useText } from '../i18n/language.js';
import { defaultColumns, titlesOf } from '../lists/list-state.js';
import { AttachDialog, SyncDialog } from './link-dialogs.js';
import { PageTurner } from './page-turner.js';
import { relatedCall, type RelatedList } from './related-list.js';
import { RelatedTable } from './related-table.js';

/** The lists of a page are shorter than those of a resource. */
const PER_PAGE = 10;
const MOST_COLUMNS = 3;

type Open = 'attach' | 'sync';

/** A page of related records, with what the caller may do with their links. */
export function RelationTab(list: RelatedList) {
  const { parent, record, relation, target } = list;
  const text = useText();
  const schema = useSchema();
  const [parameters, setParameters] = useSearchParams();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<Open | null>(null);
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const toward = inputsToward(target, parent, record.id);
  // The fields that lead to the record of this page are the same in every row.
  const names = defaultColumns(target)
    .filter((name) => !(toward && name in toward))
    .slice(0, MOST_COLUMNS);
  const columns = target.fields.filter(({ name }) => names.includes(name));
  const call = relatedCall(list, {
    fields: [...new Set([target.titleField, ...names])],
    ...titlesOf(schema, target, columns),
    perPage: PER_PAGE,
    ...(page > 1 && { page }),
  });
  const { data, error, refetch, isPlaceholderData } = usePage(call);
  const turn = (to: number) =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      if (to > 1) next.set('page', String(to));
      else next.delete('page');
      return next;
    });
  const links = { resource: parent.key, id: record.id, relation: relation.key };
  const isManyToMany = relation.kind.endsWith('ToMany');
  const additions = (
    <>
      {relation.attach ? (
        <Button icon="plus" onClick={() => setOpen('attach')}>
          {text.attach}
        </Button>
      ) : (
        isManyToMany && (
          <Refused question={{ ...links, operation: 'attach' }} subject={text.attach}>
            {text.attach}
          </Refused>
        )
      )}
      {toward && target.authorizedToStore && (
        <Link
          to={{
            pathname: newPath(target.key),
            search: new URLSearchParams(toward as Record<string, string>).toString(),
          }}
          state={{ back: pathname + search }}
          className="button button-plain"
        >
          <Icon name="plus" /> {text.newRecord}
        </Link>
      )}
      {toward && !target.authorizedToStore && (
        <Refused question={{ resource: target.key, operation: 'store' }} subject={text.newRecord}>
          {text.newRecord}
        </Refused>
      )}
    </>
  );
  const isEmpty = data?.data.length === 0;
  const close = () => setOpen(null);
  return (
    <div className="relation" aria-busy={isPlaceholderData}>
      <div className="relation-tools">
        {data?.meta.total != null && (
          <span className="soft">{text.recordsCount(data.meta.total)}</span>
        )}
        <span className="spacer" />
        <Why question={links} subject={relationLabel(relation)} />
        <ShowRequest call={call} />
        {isManyToMany && !relation.detach && (
          <Refused question={{ ...links, operation: 'detach' }} subject={text.detach}>
            {text.detach}
          </Refused>
        )}
        {relation.sync ? (
          <Button onClick={() => setOpen('sync')}>{text.setLinks}</Button>
        ) : (
          isManyToMany && (
            <Refused question={{ ...links, operation: 'sync' }} subject={text.setLinks}>
              {text.setLinks}
            </Refused>
          )
        )}
        {!isEmpty && additions}
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()}>
          <Why question={links} subject={relationLabel(relation)} />
        </ErrorState>
      ) : !data ? (
        <Loading />
      ) : isEmpty ? (
        <State
          icon="link"
          title={text.nothingHere}
          help={text.nothingRelated(relationLabel(relation))}
        >
          {page > 1 && <Button onClick={() => turn(1)}>{text.firstPage}</Button>}
          <div className="relation-tools">{additions}</div>
        </State>
      ) : (
        <>
          <RelatedTable list={list} columns={columns} page={data} />
          <PageTurner page={page} data={data} turn={turn} />
        </>
      )}
      {open === 'attach' && <AttachDialog {...list} onClose={close} />}
      {open === 'sync' && <SyncDialog {...list} onClose={close} />}
    </div>
  );
}
