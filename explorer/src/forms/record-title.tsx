import { showCall, useRead } from '../api/queries.js';
import { titleOf, type ApiRecord, type Summary } from '../api/schema.js';

interface RecordTitleProps {
  readonly target: Summary;
  readonly id: string;
}

/** The title of a record; its key until it is known, and if the caller may not see the record. */
export function RecordTitle({ target, id }: RecordTitleProps) {
  const { data } = useRead<ApiRecord>(showCall(target.key, id, { fields: [target.titleField] }));
  return <>{data?.id === id ? titleOf(target, data) : `#${id}`}</>;
}
