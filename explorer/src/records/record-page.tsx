import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Refused, Why } from '../access/why.js';
import { DeleteDialog } from '../actions/delete-dialog.js';
import { dataKey, showCall } from '../api/queries.js';
import { titleOf, type Resource } from '../api/schema.js';
import { useApi, useSchema } from '../api/session.js';
import { readVersioned } from '../api/versioned.js';
import { usePageResource } from '../app/described.js';
import { usePageTitle } from '../app/page-title.js';
import { editPath, listPath, nameIn } from '../app/paths.js';
import { Button } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorState, Loading } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { RecordActions } from './record-actions.js';
import { recordQuery } from './record-query.js';
import { RecordTabs } from './record-tabs.js';
import './records.css';

/** The page of a record. */
export function RecordPage() {
  const { id } = useParams();
  const resource = usePageResource();
  return <Record key={`${resource.key}/${id}`} resource={resource} id={nameIn(id)} />;
}

function Record({ resource, id }: { readonly resource: Resource; readonly id: string }) {
  const text = useText();
  const api = useApi();
  const go = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const schema = useSchema();
  const query = recordQuery(schema, resource);
  const call = showCall(resource.key, id, query);
  const { data, error, refetch } = useQuery({
    queryKey: [...dataKey, 'versioned', call],
    queryFn: ({ signal }) => readVersioned(api, resource.key, id, { query, signal }),
  });
  const title = data ? titleOf(resource, data.record) : id;
  usePageTitle(`${title} · ${resource.label}`);
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        back={{ to: listPath(resource.key), label: resource.label }}
        isPage
      >
        <Why question={{ resource: resource.key, id }} subject={title} />
      </ErrorState>
    );
  if (!data) return <Loading />;
  const { record, version } = data;
  return (
    <div className="page">
      <header className="page-header">
        <div>
          <p className="crumbs">
            <Link to={listPath(resource.key)}>{resource.label}</Link>
          </p>
          <h1 dir="auto">{title}</h1>
        </div>
        <div className="page-tools">
          <Why question={{ resource: resource.key, id }} subject={title} />
          <ShowRequest call={call} />
          <RecordActions resource={resource} record={record} />
          {record.meta?.authorizedToDelete ? (
            <Button icon="trash" variant="danger" onClick={() => setDeleting(true)}>
              {text.delete}
            </Button>
          ) : (
            <Refused
              question={{ resource: resource.key, id, operation: 'delete' }}
              subject={text.delete}
            >
              {text.delete}
            </Refused>
          )}
          {record.meta?.authorizedToUpdate ? (
            <Link to={editPath(resource.key, id)} className="button button-primary">
              <Icon name="edit" /> {text.edit}
            </Link>
          ) : (
            <Refused
              question={{ resource: resource.key, id, operation: 'update' }}
              subject={text.edit}
            >
              {text.edit}
            </Refused>
          )}
        </div>
      </header>
      <RecordTabs resource={resource} record={record} />
      {isDeleting && (
        <DeleteDialog
          resource={resource}
          records={[record]}
          ifMatch={version}
          onClose={() => setDeleting(false)}
          onDeleted={() => void go(listPath(resource.key))}
        />
      )}
    </div>
  );
}
