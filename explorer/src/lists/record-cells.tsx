import { Link } from 'react-router';
import { isImagePath, titleOf, type ApiRecord, type Field, type Resource } from '../api/schema.js';
import { recordPath } from '../app/paths.js';
import { FieldValue } from '../components/field-value.js';
import { WithPeek } from '../peek/peek.js';
import type { titledRelation } from './list-state.js';

interface TitleLinkProps {
  readonly resource: Resource;
  readonly record: ApiRecord;
}

/** The title of a record as a link to its page, with the picture if an image names the record. */
export function TitleLink({ resource, record }: TitleLinkProps) {
  const value = record.attributes[resource.titleField];
  const field = resource.fields.find(({ name }) => name === resource.titleField);
  const isImage = typeof value === 'string' && isImagePath(value);
  return (
    <Link to={recordPath(resource.key, record.id)} className="record-link" dir="auto">
      {isImage && field && (
        <FieldValue resource={resource} field={field} value={value} form="cell" />
      )}
      <span className="one-line">{titleOf(resource, record)}</span>
    </Link>
  );
}

interface CellProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly record: ApiRecord;
  readonly value: unknown;
  readonly titled: ReturnType<typeof titledRelation>;
}

/** A value. The key of a related record is shown as that record's title. */
export function RelatedValue({ resource, field, record, value, titled }: CellProps) {
  const related = titled && record.relationships?.[titled.relation.key];
  if (titled && related) {
    const { target } = titled;
    const { id } = related as ApiRecord;
    const title = titleOf(target, related as ApiRecord);
    return (
      <WithPeek resource={target.key} id={id} title={title}>
        <Link to={recordPath(target.key, id)} className="one-line" dir="auto">
          {title}
        </Link>
      </WithPeek>
    );
  }
  return <FieldValue resource={resource} field={field} value={value} form="cell" />;
}
