import { isApiError } from 'resource-api/client';
import { lazy, Suspense, useId, useMemo, useState } from 'react';
import { ReadOnlyNote } from '../access/view-as.js';
import { Why } from '../access/why.js';
import type { Call } from '../api/call.js';
import { useWrite } from '../api/queries.js';
import { useIsReadOnly } from '../api/session.js';
import { titleOf, type ApiRecord, type Field, type Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { ShowRequest } from '../components/show-request.js';
import { Loading } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { Preview, usePreview } from './preview.js';

const SchemaForm = lazy(() => import('./schema-form.js'));

interface BulkEditDialogProps {
  readonly resource: Resource;
  readonly records: readonly ApiRecord[];
  onClose(this: void): void;
}

/** Returns the fields that many records can share. Files, data and keys are not among them. */
export const bulkFields = ({ fields }: Resource): readonly Field[] =>
  fields.filter(
    ({ name, kind, readable, writable }) =>
      readable && writable && kind !== 'image' && kind !== 'json' && name !== 'id',
  );

const FORM = 'bulk-edit';

/** Changes the same fields of several records, or of none. @contract C13.5 */
export function BulkEditDialog({ resource, records, onClose }: BulkEditDialogProps) {
  const text = useText();
  const toast = useToast();
  const write = useWrite();
  const id = useId();
  const fields = bulkFields(resource);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const [previewed, setPreviewed] = useState<Call | null>(null);
  const preview = usePreview(previewed);
  const canSend = !useIsReadOnly() && chosen.length > 0;
  const schema = useMemo(
    () => ({
      type: 'object',
      required: fields
        .filter(({ name, nullable }) => chosen.includes(name) && !nullable)
        .map(({ name }) => name),
      properties: Object.fromEntries(
        fields
          .filter(({ name }) => chosen.includes(name))
          .map(({ name, label, help, schema: own }) => [
            name,
            { ...own, title: label, ...(help !== null && { description: help }) },
          ]),
      ),
    }),
    [fields, chosen],
  );
  const callOf = (data: Readonly<Record<string, unknown>>): Call => {
    const changes = Object.fromEntries(chosen.map((name) => [name, data[name] ?? null]));
    return {
      resource: resource.key,
      method: 'bulkUpdate',
      args: [records.map((record) => ({ id: record.id, ...changes }))],
    };
  };
  const submit = async (data: object, submitter: string | null) => {
    setValues(data as typeof values);
    const call = callOf(data as typeof values);
    if (submitter === 'preview') return setPreviewed(call);
    try {
      await write.mutateAsync({ call });
    } catch {
      return;
    }
    toast.done(text.updatedCount(records.length));
    onClose();
  };
  return (
    <Dialog
      title={text.editMany(records.length)}
      onClose={onClose}
      footer={
        <>
          <ShowRequest call={callOf(values)} align="start" />
          <Why
            question={{ resource: resource.key, id: records[0]!.id, operation: 'update' }}
            subject={text.edit}
          />
          <span className="spacer" />
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={FORM} name="preview" disabled={!canSend}>
            {text.preview}
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            isBusy={write.isPending}
            disabled={write.isPending || !canSend}
          >
            {text.save}
          </Button>
        </>
      }
    >
      <ReadOnlyNote />
      <label className="control" htmlFor={id}>
        <span>{text.addField}</span>
        <select
          id={id}
          value=""
          onChange={({ target }) => setChosen((current) => [...current, target.value])}
        >
          <option value="" disabled>
            {text.chooseField}
          </option>
          {fields
            .filter(({ name }) => !chosen.includes(name))
            .map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
        </select>
      </label>
      {chosen.length > 0 && (
        <Suspense fallback={<Loading />}>
          <SchemaForm
            id={FORM}
            schema={schema}
            value={values}
            onChange={(data) => {
              setValues(data as typeof values);
              setPreviewed(null);
            }}
            onSubmit={(data, submitter) => void submit(data, submitter)}
          />
        </Suspense>
      )}
      {preview && <Preview state={preview} call={callOf(values)} chosen={records.length} />}
      {write.error && <BulkErrors {...{ resource, records }} error={write.error} />}
    </Dialog>
  );
}

interface BulkErrorsProps {
  readonly resource: Resource;
  readonly records: readonly ApiRecord[];
  readonly error: unknown;
}

/** Errors are keyed by the position of the record: `3.title`. @contract C13.5 */
function BulkErrors({ resource, records, error }: BulkErrorsProps) {
  const errors = isApiError(error) ? (error.errors ?? {}) : {};
  return (
    <div className="note note-danger" role="alert">
      <div>
        <p>{(error as Error).message}</p>
        <ul>
          {Object.entries(errors).map(([path, messages]) => {
            const [, at, field] = /^(\d+)\.(.+)$/.exec(path) ?? [];
            const record = at === undefined ? undefined : records[Number(at)];
            return (
              <li key={path}>
                <strong>{record ? titleOf(resource, record) : path}</strong>{' '}
                {field !== undefined && <code>{field}</code>} {messages.join(' ')}
                {record && field !== undefined && (
                  <Why
                    question={{ resource: resource.key, id: record.id, operation: 'update', field }}
                    subject={field}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
