// The entry of the package also exports tools for tests, which load a validator that generates code.
import Form from '@rjsf/core/lib/components/Form.js';
import {
  getInputProps,
  type ArrayFieldTemplateProps,
  type BaseInputTemplateProps,
  type ErrorSchema,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
  type TemplatesType,
  type UiSchema,
  type WidgetProps,
} from '@rjsf/utils';
import type { ErrorsByField } from 'resource-api/client';
import { useEffect, useMemo, useState, type FormEvent } from 'react';
import type { JsonSchema } from '../api/schema.js';
import { Button, IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import { schemaValidator } from './schema-validator.js';

interface SchemaFormProps {
  /** The schema of an object. */
  readonly schema: JsonSchema;
  /** The `id` of the form, for submit buttons outside it. */
  readonly id?: string;
  readonly value?: object;
  /** Errors of the service by field. @contract C4.8 */
  readonly errors?: ErrorsByField | undefined;
  /** The label of a submit button; without it, the form has none. */
  readonly submitLabel?: string;
  /** Runs when the form is there, so that buttons outside it work. */
  onReady?(this: void): void;
  onChange?(this: void, data: object): void;
  /** @param submitter the `name` of the button; `null` without one */
  onSubmit(this: void, data: object, submitter: string | null): void;
}

/** A form from a JSON Schema. Load it with `lazy`: most pages do not need it. */
export default function SchemaForm({
  schema,
  id,
  value,
  errors,
  submitLabel,
  onReady,
  onChange,
  onSubmit,
}: SchemaFormProps) {
  useEffect(() => onReady?.(), [onReady]);
  const text = useText();
  // Errors appear when a person submits, and disappear while that person corrects them.
  const [hasFailed, setFailed] = useState(false);
  const validator = useMemo(() => schemaValidator(text), [text]);
  const extraErrors = useMemo(() => errorSchemaOf(errors), [errors]);
  return (
    <Form
      {...(id !== undefined && { id })}
      className="schema-form"
      schema={schema}
      uiSchema={uiSchemaOf(schema)}
      formData={value}
      validator={validator}
      {...(extraErrors && { extraErrors })}
      templates={templates}
      widgets={widgets}
      showErrorList={false}
      noHtml5Validate
      focusOnFirstError
      liveValidate={hasFailed ? 'onChange' : false}
      onError={() => setFailed(true)}
      onChange={({ formData }) => onChange?.(objectIn(formData))}
      onSubmit={({ formData }, event: FormEvent) => {
        const submitter =
          (event.nativeEvent as SubmitEvent).submitter?.getAttribute('name') ?? null;
        onSubmit(objectIn(formData), submitter);
      }}
    >
      {submitLabel === undefined ? (
        <></>
      ) : (
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
      )}
    </Form>
  );
}

const objectIn = (formData: unknown): object => Object(formData ?? {}) as object;

/** Long texts need several lines. Characters. */
const LONGEST_LINE = 255;

/** Chooses inputs that the schema alone does not. */
function uiSchemaOf({ properties = {} }: JsonSchema): UiSchema {
  return Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, property]) => {
      const isLong =
        [property.type].flat().includes('string') &&
        property.format === undefined &&
        property.enum === undefined &&
        Number(property.maxLength) > LONGEST_LINE;
      return [
        name,
        { ...(isLong && { 'ui:widget': 'textarea' }), 'ui:emptyValue': emptyOf(property) },
      ];
    }),
  );
}

/** A field that is emptied is null where that is allowed. */
const emptyOf = ({ type }: JsonSchema): null | undefined =>
  [type].flat().includes('null') ? null : undefined;

function errorSchemaOf(errors: ErrorsByField | undefined): ErrorSchema | undefined {
  if (!errors) return undefined;
  const root: Record<string, unknown> = {};
  for (const [path, messages] of Object.entries(errors)) {
    let at = root;
    for (const part of path.split('.')) at = (at[part] ??= {}) as Record<string, unknown>;
    at.__errors = [...messages];
  }
  return root as ErrorSchema;
}

/** `publish_at` is "Publish at". A title of the schema has precedence. */
function readable(label: string): string {
  const words = label.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, hidden, children, rawErrors, rawDescription, schema } =
    props;
  const text = useText();
  if (hidden) return <div hidden>{children}</div>;
  const isBox = schema.type === 'boolean';
  const isGroup = schema.type === 'object';
  if (isGroup && props.fieldPathId.path.length === 0) return children;
  return (
    <div className="control">
      {displayLabel && !isBox && (
        <label className="control-label" htmlFor={id}>
          {readable(label)} {!required && <span className="faint">({text.optional})</span>}
        </label>
      )}
      {children}
      {rawErrors && rawErrors.length > 0 && (
        <p className="control-error" id={`${id}__error`} role="alert">
          {rawErrors.join(' ')}
        </p>
      )}
      {rawDescription && (
        <p className="control-help" id={`${id}__description`}>
          {rawDescription}
        </p>
      )}
    </div>
  );
}

const ObjectFieldTemplate = ({ properties, title, fieldPathId }: ObjectFieldTemplateProps) => {
  const content = properties.map(({ content: field, name }) => <div key={name}>{field}</div>);
  return fieldPathId.path.length === 0 ? (
    <div className="schema-fields">{content}</div>
  ) : (
    <fieldset className="schema-group">
      <legend>{readable(title)}</legend>
      {content}
    </fieldset>
  );
};

function ArrayFieldTemplate({ items, canAdd, onAddClick, title }: ArrayFieldTemplateProps) {
  const text = useText();
  return (
    <fieldset className="schema-group">
      <legend>{readable(title)}</legend>
      {items}
      {canAdd && (
        <Button icon="plus" onClick={onAddClick}>
          {text.add}
        </Button>
      )}
    </fieldset>
  );
}

const ArrayFieldItemTemplate: TemplatesType['ArrayFieldItemTemplate'] = ({
  children,
  buttonsProps,
}) => {
  const text = useText();
  return (
    <div className="schema-item">
      <div>{children}</div>
      {buttonsProps.hasRemove && (
        <IconButton icon="trash" label={text.remove} onClick={buttonsProps.onRemoveItem} />
      )}
    </div>
  );
};

const describedBy = (id: string) => ({ 'aria-describedby': `${id}__error ${id}__description` });

function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, schema, options, required, disabled, readonly, rawErrors } = props;
  const value = props.value as string | number | null | undefined;
  const type = props.type as string | undefined;
  const input = getInputProps(schema, type, options);
  return (
    <input
      {...input}
      {...describedBy(id)}
      id={id}
      name={id}
      value={value ?? ''}
      disabled={disabled}
      readOnly={readonly}
      aria-required={required}
      aria-invalid={(rawErrors?.length ?? 0) > 0 || undefined}
      onChange={
        props.onChangeOverride ??
        (({ target }) =>
          props.onChange(target.value === '' ? (options.emptyValue as unknown) : target.value))
      }
    />
  );
}

function SelectWidget({
  id,
  value,
  options,
  required,
  disabled,
  rawErrors,
  onChange,
}: WidgetProps) {
  const text = useText();
  const choices = options.enumOptions ?? [];
  const selected = choices.findIndex((choice) => choice.value === value);
  return (
    <select
      {...describedBy(id)}
      id={id}
      name={id}
      disabled={disabled}
      value={selected}
      aria-required={required}
      aria-invalid={(rawErrors?.length ?? 0) > 0 || undefined}
      onChange={({ target }) =>
        onChange(choices[Number(target.value)]?.value ?? (options.emptyValue as unknown))
      }
    >
      <option value={-1}>{required ? text.choose : text.noValue}</option>
      {choices.map(({ label, value: choice }, at) =>
        choice === null ? null : (
          <option key={at} value={at}>
            {label}
          </option>
        ),
      )}
    </select>
  );
}

const CheckboxWidget = ({ id, value, label, disabled, onChange }: WidgetProps) => (
  <label className="choice">
    <input
      id={id}
      name={id}
      type="checkbox"
      checked={value === true}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    {readable(label)}
  </label>
);

const TextareaWidget = ({ id, value, options, required, disabled, onChange }: WidgetProps) => (
  <textarea
    {...describedBy(id)}
    id={id}
    name={id}
    rows={4}
    disabled={disabled}
    aria-required={required}
    value={(value as string | null | undefined) ?? ''}
    onChange={({ target }) =>
      onChange(target.value === '' ? (options.emptyValue as unknown) : target.value)
    }
  />
);

const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  BaseInputTemplate,
};
const widgets = { SelectWidget, CheckboxWidget, TextareaWidget };
