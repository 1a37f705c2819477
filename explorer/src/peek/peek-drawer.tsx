import { Link } from 'react-router';
import { Why } from '../access/why.js';
import { showCall, useRecord } from '../api/queries.js';
import type { Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { Described } from '../app/described.js';
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

/** A record at the side of the page. It is read when it opens. */
export default function PeekDrawer({ resource: key, id, title, onClose }: PeekDrawerProps) {
  const text = useText();
  const label = useSchema().find(key)?.label ?? key;
  return (
    <Dialog
      title={
        <>
          <span dir="auto">{title}</span> <span className="peek-resource">{label}</span>
        </>
      }
      size="drawer"
      onClose={onClose}
    >
      <Link to={recordPath(key, id)} className="button button-plain peek-open">
        {text.open}
      </Link>
      <Described resource={key}>
        {(described) => <PeekedRecord resource={described} id={id} title={title} />}
      </Described>
    </Dialog>
  );
}

interface PeekedRecordProps {
  readonly resource: Resource;
  readonly id: string;
  readonly title: string;
}

/** The fields of the record, or why there are none. */
function PeekedRecord({ resource, id, title }: PeekedRecordProps) {
  const query = recordQuery(useSchema(), resource);
  const { data: record, error, refetch } = useRecord(resource.key, id, query);
  return (
    <>
      <div className="peek-tools">
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
    </>
  );
}
