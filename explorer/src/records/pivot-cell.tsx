import { isApiError } from 'resource-api/client';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { Why } from '../access/why.js';
import { useWrite } from '../api/queries.js';
import { useIsReadOnly } from '../api/session.js';
import { titleOf, type ApiRecord, type Field } from '../api/schema.js';
import { IconButton } from '../components/button.js';
import { controlsIn } from '../components/controls.js';
import { FieldValue } from '../components/field-value.js';
import { ShowRequest } from '../components/show-request.js';
import { messageOf } from '../components/states.js';
import { useToast } from '../components/toast.js';
import { FieldControl } from '../forms/field-input.js';
import { inputOf, InputFault, valueOf, type Input } from '../forms/form-values.js';
import { useText } from '../i18n/language.js';
import { linkCall, type RelatedList } from './related-list.js';
import '../forms/forms.css';

interface PivotCellProps {
  readonly list: RelatedList;
  readonly linked: ApiRecord;
  readonly field: Field;
}

/** A value of a link, which a person can change in its place. @contract C7.1 */
export function PivotCell(props: PivotCellProps) {
  const { list, linked, field } = props;
  const text = useText();
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) opener.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <PivotForm {...props} onClose={() => setEditing(false)} />;
  return (
    <span className="pivot-cell" onDoubleClick={() => setEditing(true)}>
      <FieldValue
        resource={list.target}
        field={field}
        value={linked.pivots?.[field.name]}
        form="cell"
      />
      <IconButton
        ref={opener}
        icon="edit"
        className="button-inline"
        label={text.editPivot(field.label, titleOf(list.target, linked))}
        onClick={() => setEditing(true)}
      />
    </span>
  );
}

/** The values that the form sends; none while the input is not a value. */
function sentValues(field: Field, input: Input): Readonly<Record<string, unknown>> {
  try {
    return { [field.name]: valueOf(field, input) };
  } catch (error) {
    if (error instanceof InputFault) return {};
    throw error;
  }
}

/** The input in place of the value. Enter saves, and Escape leaves the value as it was. */
function PivotForm({ list, linked, field, onClose }: PivotCellProps & { onClose: () => void }) {
  const text = useText();
  const toast = useToast();
  const id = useId();
  const write = useWrite();
  const form = useRef<HTMLFormElement>(null);
  const before = inputOf(field, linked.pivots?.[field.name]);
  const [input, setInput] = useState<Input>(before);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => controlsIn(form.current!)[0]?.focus(), []);
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (input === before) return onClose();
    try {
      const values = { [field.name]: valueOf(field, input) };
      await write.mutateAsync({ call: linkCall(list, 'patch', linked.id, values) });
    } catch (error) {
      setFault(faultIn(error));
      controlsIn(form.current!)[0]?.focus();
      return;
    }
    toast.done(text.linksChanged);
    onClose();
  };
  const faultIn = (error: unknown): string => {
    if (error instanceof InputFault)
      return error.fault === 'notJson' ? text.notJson : text.faultType;
    const messages = isApiError(error) ? error.errors?.[field.name] : undefined;
    return messages?.join(' ') ?? messageOf(error);
  };
  const isReadOnly = useIsReadOnly();
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    // The table moves the focus with these keys.
    if (event.key.startsWith('Arrow')) event.stopPropagation();
  };
  return (
    <form
      ref={form}
      className="pivot-form"
      noValidate
      aria-busy={write.isPending}
      onSubmit={(event) => void save(event)}
      onKeyDown={press}
    >
      {field.kind !== 'boolean' && (
        <label className="visually-hidden" htmlFor={id}>
          {field.label}
        </label>
      )}
      <FieldControl
        id={id}
        resource={list.target}
        field={field}
        inputs={{ [field.name]: input }}
        messages={fault === null ? [] : [fault]}
        isNew={false}
        onChange={(_name, next) => setInput(next)}
      />
      <IconButton
        type="submit"
        icon="check"
        variant="primary"
        label={text.save}
        isBusy={write.isPending}
        disabled={write.isPending || isReadOnly}
      />
      <ShowRequest call={linkCall(list, 'patch', linked.id, sentValues(field, input))} />
      <Why
        question={{
          ...{ resource: list.parent.key, id: list.record.id, relation: list.relation.key },
          ...{ operation: 'attach', related: linked.id },
        }}
        subject={field.label}
      />
      <IconButton icon="close" label={text.cancel} onClick={onClose} />
      <p id={`${id}-help`} className="control-error" role="alert">
        {fault}
      </p>
    </form>
  );
}
