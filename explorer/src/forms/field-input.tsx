import { useId } from 'react';
import { Why, type Question } from '../access/why.js';
import type { Field, Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { useText } from '../i18n/language.js';
import { targetOf, type Input, type Inputs } from './form-values.js';
import { ImageInput } from './image-input.js';
import { JsonEditor } from './json-editor.js';
import { instantOf, localOf } from './local-time.js';
import { RecordPicker } from './record-picker.js';

interface FieldInputProps {
  readonly resource: Resource;
  readonly field: Field;
  /** All inputs of the record: the type of a morph decides what its key can be. */
  readonly inputs: Inputs;
  /** What is wrong with the input. */
  readonly messages: readonly string[];
  readonly isNew: boolean;
  /** What explains who may write the field; absent for values that have no rights of their own. */
  readonly question?: Question;
  onChange(this: void, name: string, input: Input): void;
}

/** The label, the input, the help and the errors of a field. */
export function FieldInput(props: FieldInputProps) {
  const { field, messages, isNew, question } = props;
  const text = useText();
  const id = useId();
  const isBox = field.kind === 'boolean' && !field.nullable;
  return (
    <div className="control form-field" data-field={field.name}>
      {!isBox && (
        <label className="control-label" htmlFor={id}>
          {field.label}{' '}
          {isNew && !field.required && <span className="faint">({text.optional})</span>}
        </label>
      )}
      <FieldControl {...props} id={id} />
      <div id={`${id}-help`} className="form-notes">
        {messages.length > 0 && (
          <p className="control-error" role="alert">
            {messages.join(' ')}
          </p>
        )}
        {messages.length > 0 && question && <Why question={question} subject={field.label} />}
        {field.deprecated && (
          <p className="control-help">
            {text.deprecated}
            {field.deprecated.use !== null && `: ${field.deprecated.use}`}
          </p>
        )}
        {field.help !== null && field.kind !== 'image' && (
          <p className="control-help">{field.help}</p>
        )}
      </div>
    </div>
  );
}

/** Fields whose values nobody else should read on the screen. */
const secret = /password|secret|token|passphrase/i;

/** The input of a field, without its label. Messages and help have the `id` with `-help`. */
export function FieldControl(props: FieldInputProps & { readonly id: string }) {
  const { resource, field, inputs, messages, isNew, id, onChange } = props;
  const text = useText();
  const schema = useSchema();
  const input = inputs[field.name] ?? null;
  const isInvalid = messages.length > 0;
  const isRequired = isNew && field.required;
  const describedBy = `${id}-help`;
  const change = (next: Input) => onChange(field.name, next);
  const aria = {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid || undefined,
    'aria-required': isRequired || undefined,
  };
  const written = typeof input === 'string' ? input : '';
  const writtenAs = { describedBy, isInvalid, isRequired, id };
  if (field.kind === 'boolean')
    return field.nullable ? (
      <select
        {...aria}
        value={input === null ? '' : String(input)}
        onChange={({ target }) => change(target.value === '' ? null : target.value === 'true')}
      >
        <option value="">{text.noValue}</option>
        <option value="true">{text.yes}</option>
        <option value="false">{text.no}</option>
      </select>
    ) : (
      <label className="choice">
        <input
          {...aria}
          type="checkbox"
          checked={input === true}
          onChange={({ target }) => change(target.checked)}
        />
        {field.label}
      </label>
    );
  if (field.kind === 'image')
    return (
      <ImageInput
        id={id}
        field={field}
        value={input}
        describedBy={describedBy}
        isInvalid={isInvalid}
        onChange={change}
      />
    );
  if (field.kind === 'json') return <JsonEditor {...writtenAs} value={written} onChange={change} />;
  if (field.values)
    return (
      <select
        {...aria}
        value={written}
        onChange={({ target }) => change(target.value === '' ? null : target.value)}
      >
        <option value="">{field.nullable ? text.noValue : text.choose}</option>
        {field.values.map((value) => (
          <option key={String(value)} value={String(value)}>
            {String(value)}
          </option>
        ))}
      </select>
    );
  if (field.kind === 'key') {
    const target = targetOf(schema, resource, field, inputs);
    if (target)
      return (
        <RecordPicker
          {...writtenAs}
          target={target}
          value={input as string | null}
          onChange={change}
        />
      );
  }
  if (field.kind === 'long_text')
    return (
      <textarea
        {...aria}
        dir="auto"
        rows={5}
        value={written}
        onChange={({ target }) => change(target.value)}
      />
    );
  if (field.kind === 'instant')
    return (
      <input
        {...aria}
        type="datetime-local"
        step="1"
        value={localOf(written)}
        onChange={({ target }) => change(instantOf(target.value))}
      />
    );
  return (
    <input
      {...aria}
      {...attributesOf(field)}
      dir={field.kind === 'text' ? 'auto' : undefined}
      value={written}
      onChange={({ target }) => change(target.value)}
    />
  );
}

/** Chooses the keyboard of a phone, and what the browser offers. The service validates. */
function attributesOf({ kind, name, readable, schema }: Field) {
  if (kind === 'number') return { type: 'text', inputMode: 'decimal' as const };
  if (kind === 'decimal') return { type: 'text', inputMode: 'decimal' as const };
  if (kind === 'date') return { type: 'date' };
  if (!readable && secret.test(name)) return { type: 'password', autoComplete: 'new-password' };
  if (schema.format === 'email') return { type: 'email', autoComplete: 'off' };
  return { type: 'text', autoComplete: 'off' };
}
