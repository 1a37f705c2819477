import { relationLabel, type Relation, type Resource } from '../api/schema.js';
import { Button, IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import { FieldInput } from './field-input.js';
import { changedRows, newRow, rowFields, type Row } from './nested-rows.js';

interface NestedRecordsProps {
  readonly parent: Resource;
  readonly relation: Relation;
  readonly target: Resource;
  readonly rows: readonly Row[];
  /** Path in the body -> what is wrong. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  onChange(this: void, rows: readonly Row[]): void;
}

/** The related records that are written together with their parent. @contract C4.7 */
export function NestedRecords({
  parent,
  relation,
  target,
  rows,
  errors,
  onChange,
}: NestedRecordsProps) {
  const text = useText();
  const fields = rowFields(target, parent);
  const sent = changedRows(rows, fields);
  const replace = (row: Row, change: Partial<Row>) =>
    onChange(rows.map((each) => (each === row ? { ...each, ...change } : each)));
  const mayAdd = relation.many || rows.length === 0;
  return (
    <fieldset className="nested">
      <legend>{relationLabel(relation)}</legend>
      <Messages messages={errors[relation.key]} />
      {rows.map((row) => {
        const path = relation.many ? `${relation.key}.${sent.indexOf(row)}` : relation.key;
        return (
          <div className="nested-row" key={row.key}>
            <div className="nested-fields">
              {fields.map((field) => (
                <FieldInput
                  key={field.name}
                  resource={target}
                  field={field}
                  inputs={row.inputs}
                  isNew={row.id === null}
                  messages={errors[`${path}.${field.name}`] ?? []}
                  question={{
                    resource: target.key,
                    field: field.name,
                    ...(row.id === null
                      ? { operation: 'store' }
                      : { id: row.id, operation: 'update' }),
                  }}
                  onChange={(name, input) =>
                    replace(row, { inputs: { ...row.inputs, [name]: input } })
                  }
                />
              ))}
            </div>
            {row.id === null ? (
              <IconButton
                icon="trash"
                label={text.removeRow}
                onClick={() => onChange(rows.filter((each) => each !== row))}
              />
            ) : (
              <code className="nested-key">{row.id}</code>
            )}
            {relation.many && <Messages messages={errors[path]} />}
            <Messages messages={errors[`${path}.id`]} />
          </div>
        );
      })}
      {mayAdd && (
        <Button icon="plus" onClick={() => onChange([...rows, newRow()])}>
          {text.addTo(relationLabel(relation))}
        </Button>
      )}
    </fieldset>
  );
}

function Messages({ messages }: { readonly messages: readonly string[] | undefined }) {
  if (!messages || messages.length === 0) return null;
  return (
    <p className="control-error" role="alert">
      {messages.join(' ')}
    </p>
  );
}
