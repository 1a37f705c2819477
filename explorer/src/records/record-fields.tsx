import { Link } from 'react-router';
import { MissingMembers } from '../access/missing-members.js';
import { Why } from '../access/why.js';
import {
  columnLabel,
  readableFields,
  relationLabel,
  titleOf,
  type ApiRecord,
  type Field,
  type Relation,
  type Resource,
} from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { recordPath } from '../app/paths.js';
import { FieldValue } from '../components/field-value.js';
import { inputsOf, targetOf } from '../forms/form-values.js';
import { useText } from '../i18n/language.js';
import { WithPeek } from '../peek/peek.js';

interface RecordFieldsProps {
  readonly resource: Resource;
  readonly record: ApiRecord;
}

/** Every field of a record that responses contain, and the related records and data it has one of. */
export function RecordFields({ resource, record }: RecordFieldsProps) {
  const text = useText();
  const fields = readableFields(resource).filter(({ name }) => name in record.attributes);
  const keys = new Set(fields.map(({ relation }) => relation));
  const others = resource.relations.filter(
    ({ key, many }) => !many && !keys.has(key) && key in (record.relationships ?? {}),
  );
  return (
    <div className="panel">
      <dl className="field-list">
        <div className="field-row">
          <dt>id</dt>
          <dd>
            <code>{record.id}</code>
          </dd>
        </div>
        {fields.map((field) => (
          <div className="field-row" key={field.name}>
            <dt>
              {columnLabel(resource, field)}
              <Why
                question={{ resource: resource.key, id: record.id, field: field.name }}
                subject={columnLabel(resource, field)}
              />
            </dt>
            <dd>
              <Value resource={resource} record={record} field={field} />
            </dd>
          </div>
        ))}
        {others.map((relation) => (
          <div className="field-row" key={`relation-${relation.key}`}>
            <dt>
              {relationLabel(relation)}
              <Why
                question={{ resource: resource.key, id: record.id, relation: relation.key }}
                subject={relationLabel(relation)}
              />
            </dt>
            <dd>
              <Related relation={relation} value={record.relationships?.[relation.key]} />
            </dd>
          </div>
        ))}
      </dl>
      <MissingMembers
        question={{ resource: resource.key, id: record.id, operation: 'show' }}
        label={text.missingHere}
      />
    </div>
  );
}

interface ValueProps extends RecordFieldsProps {
  readonly field: Field;
}

/** A value. The key of a related record is shown as that record's title. */
function Value({ resource, record, field }: ValueProps) {
  const schema = useSchema();
  const value = record.attributes[field.name];
  const relation = resource.relations.find(({ key }) => key === field.relation);
  if (relation && record.relationships?.[relation.key])
    return <Related relation={relation} value={record.relationships[relation.key]} />;
  const target = targetOf(schema, resource, field, inputsOf(resource.fields, record.attributes));
  if (target && typeof value === 'string')
    return (
      <WithPeek resource={target.key} id={value} title={`#${value}`}>
        <Link to={recordPath(target.key, value)}>
          <code>{value}</code>
        </Link>
      </WithPeek>
    );
  return <FieldValue resource={resource} field={field} value={value} form="full" />;
}

interface RelatedProps {
  readonly relation: Relation;
  readonly value: unknown;
}

/** A related record as a link to its page, or computed data. */
function Related({ relation, value }: RelatedProps) {
  const schema = useSchema();
  if (value === null || value === undefined) return <span className="faint">–</span>;
  if (relation.target === null && typeof value !== 'object')
    return <span dir="auto">{String(value)}</span>;
  if (relation.target === null)
    return (
      <pre className="code" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    );
  const related = value as ApiRecord;
  const target = schema.find(related.type);
  if (!target) return <code>{related.id}</code>;
  const title = titleOf(target, related);
  return (
    <WithPeek resource={target.key} id={related.id} title={title}>
      <Link to={recordPath(target.key, related.id)} dir="auto">
        {title}
      </Link>
    </WithPeek>
  );
}
