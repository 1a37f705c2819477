import { isApiError, type ErrorsByField } from 'resource-api/client';
import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { MissingMembers } from '../access/missing-members.js';
import { ReadOnlyNote } from '../access/view-as.js';
import type { Question } from '../access/why.js';
import type { Call } from '../api/call.js';
import type { ApiRecord, Field, Resource } from '../api/schema.js';
import { useIsReadOnly } from '../api/session.js';
import { Button } from '../components/button.js';
import { ShowRequest } from '../components/show-request.js';
import { ErrorNote } from '../components/states.js';
import { useText } from '../i18n/language.js';
import { FieldInput } from './field-input.js';
import { changesOf, formFields, inputsOf, type Inputs } from './form-values.js';
import { useLeaveGuard } from './use-leave-guard.js';
import './forms.css';

/** What a form sends. */
export type FormBody = Readonly<Record<string, unknown>>;

const ofForms = ['fields'] as const;

interface RecordFormProps {
  readonly resource: Resource;
  /** The record as it was read; `null` for a new one. */
  readonly record: ApiRecord | null;
  /** Inputs that a new record begins with. */
  readonly preset?: Inputs;
  readonly version?: string | undefined;
  /** The page that a person returns to. */
  readonly back: string;
  /**
   * Sends the body, and goes to another page.
   *
   * @param leave allows the form to be left
   * @throws ApiError, whose messages the form shows
   */
  send(this: void, body: FormBody, form: { inputs: Inputs; leave: () => void }): Promise<void>;
  /** Returns the request of a body. */
  callOf(this: void, body: FormBody): Call;
}

/** The form of a record, new or existing. It sends what a person has changed. */
export function RecordForm({
  resource,
  record,
  preset = {},
  version,
  back,
  send,
  callOf,
}: RecordFormProps) {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const isNew = record === null;
  const fields = useMemo(() => formFields(resource, { isNew }), [resource, isNew]);
  const base = useMemo(() => inputsOf(fields, record?.attributes), [fields, record]);
  const [inputs, setInputs] = useState<Inputs>(() => ({ ...base, ...preset }));
  const [error, setError] = useState<unknown>(null);
  const isReadOnly = useIsReadOnly();
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const { values: body, faults } = changesOf(fields, base, inputs);
  const isChanged = Object.keys(body).length + Object.keys(faults).length > 0;
  const written: Question & { operation: 'store' | 'update' } = {
    resource: resource.key,
    ...(record && { id: record.id }),
    operation: isNew ? 'store' : 'update',
  };
  const guard = useLeaveGuard(isChanged);
  const faultTexts = { notJson: text.notJson, notNumber: text.faultType } as const;
  const sent: ErrorsByField = isApiError(error) && error.errors ? error.errors : {};
  const errors: Record<string, readonly string[]> = { ...sent };
  if (attempts > 0)
    for (const [path, fault] of Object.entries(faults)) errors[path] = [faultTexts[fault]];
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, attempts]);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAttempts((count) => count + 1);
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    setError(null);
    try {
      await send(body, { inputs, leave: guard.allow });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      className="record-form"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-busy={isBusy}
    >
      {guard.dialog}
      <ReadOnlyNote />
      {error !== null && <FormError error={error} shown={shownPaths(fields)} />}
      <div className="panel form-panel">
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            resource={resource}
            field={field}
            inputs={inputs}
            isNew={isNew}
            messages={errors[field.name] ?? []}
            question={{ ...written, field: field.name }}
            onChange={(name, input) => setInputs((current) => ({ ...current, [name]: input }))}
          />
        ))}
        {fields.length === 0 && <p className="soft">{text.nothingToEdit}</p>}
        <MissingMembers question={written} label={text.missingInForm} of={ofForms} />
      </div>
      <div className="form-bar">
        <ShowRequest
          call={callOf(body)}
          align="start"
          {...(version !== undefined && { options: { ifMatch: version } })}
        />
        <span className="form-state" role="status">
          {isChanged && !isNew ? text.unsaved : ''}
        </span>
        <span className="spacer" />
        <Link to={back} className="button button-plain">
          {text.cancel}
        </Link>
        <Button
          type="submit"
          variant="primary"
          isBusy={isBusy}
          disabled={isReadOnly || isBusy || (!isNew && !isChanged)}
        >
          {isNew ? text.create : text.save}
        </Button>
      </div>
    </form>
  );
}

/** Returns whether the form shows the errors of a path beside an input. */
const shownPaths =
  (fields: readonly Field[]): ((path: string) => boolean) =>
  (path) =>
    fields.some(({ name }) => name === path);

interface FormErrorProps {
  readonly error: unknown;
  readonly shown: (path: string) => boolean;
}

/** Says how many inputs have errors. Errors without an input are shown here. */
function FormError({ error, shown }: FormErrorProps) {
  const text = useText();
  const paths = isApiError(error) && error.errors ? Object.keys(error.errors) : [];
  if (paths.length === 0 || !paths.every((path) => shown(path))) return <ErrorNote error={error} />;
  return (
    <p className="note note-danger" role="alert">
      {text.faultsCount(paths.length)}
    </p>
  );
}
