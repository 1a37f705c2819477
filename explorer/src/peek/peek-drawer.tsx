import { Link } from 'react-router';
import { Why } from '../access/why.js';
import { showCall, useRecord } from '../api/queries.js';
import { titleOf } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { listPath, recordPath } from '../app/paths.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorState, Loading } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { RecordFields } from '../records/record-fields.js';
import { recordQuery } from '../records/record-query.js';
import type { Peeked } from './peek.js';

interface PeekDrawerProps extends Peeked {
  onClose(this: void): void;
}

/** The fields of a record, at the side of the page. They are read when it opens. */
export default function PeekDrawer({ resource, id, title, onClose }: PeekDrawerProps) {
  const text = useText();
  const schema = useSchema();
  const query = recordQuery(schema, resource);
  const { data: record, error, refetch } = useRecord(resource.key, id, query);
  return (
    <Dialog
      title={
        <>
          <span dir="auto">{record ? titleOf(resource, record) : title}</span>{' '}
          <span className="peek-resource">{resource.label}</span>
        </>
      }
      size="drawer"
      onClose={onClose}
    >
      <div className="peek-tools">
        <Link to={recordPath(resource.key, id)} className="button button-plain">
          {text.open}
        </Link>
        <Why question={{ resource: resource.key, id }} subject={title} />
        <ShowRequest call={showCall(resource.key, id, query)} />
      </div>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          back={{ to: listPath(resource.key), label: resource.label }}
        />
      ) : record ? (
        <RecordFields resource={resource} record={record} />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
