import { useId, useState } from 'react';
import type { ApiRecord, Field, Resource } from '../api/schema.js';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { FieldValue } from '../components/field-value.js';
import { useText } from '../i18n/language.js';
import { inputOf, InputFault, valueOf, type Input, type Inputs } from './form-values.js';

interface ConflictDialogProps {
  readonly resource: Resource;
  readonly fields: readonly Field[];
  /** The record as the form began with it. */
  readonly base: ApiRecord;
  /** The record as it is now. */
  readonly theirs: ApiRecord;
  readonly inputs: Inputs;
  onClose(this: void): void;
  /** @param inputs those that were chosen, for a form that begins with the current record */
  onResolve(this: void, inputs: Inputs): void;
}

type Side = 'mine' | 'theirs';

/**
 * Shows what two people have changed, field by field, and asks for the values to keep.
 * @contract C13.1
 */
export function ConflictDialog({
  resource,
  fields,
  base,
  theirs,
  inputs,
  onClose,
  onResolve,
}: ConflictDialogProps) {
  const text = useText();
  const id = useId();
  const was = (record: ApiRecord, field: Field) => inputOf(field, record.attributes[field.name]);
  const rows = fields.flatMap((field) => {
    const before = was(base, field);
    const now = was(theirs, field);
    const mine = inputs[field.name] ?? null;
    const isMine = mine !== before;
    const isTheirs = now !== before;
    return isMine || isTheirs
      ? [{ field, before, now, mine, isMine, isConflict: isMine && isTheirs && mine !== now }]
      : [];
  });
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const conflicts = rows.filter(({ isConflict }) => isConflict);
  const isComplete = conflicts.every(({ field }) => chosen[field.name] !== undefined);
  const sideOf = ({ field, isMine }: (typeof rows)[number]): Side =>
    chosen[field.name] ?? (isMine ? 'mine' : 'theirs');
  const resolve = () => {
    const resolved: Record<string, Input> = {};
    for (const field of fields) resolved[field.name] = was(theirs, field);
    for (const row of rows) if (sideOf(row) === 'mine') resolved[row.field.name] = row.mine;
    onResolve(resolved);
  };
  return (
    <Dialog
      title={text.conflict}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text.keepEditing}</Button>
          <Button variant="primary" disabled={!isComplete} onClick={resolve}>
            {text.saveChosen}
          </Button>
        </>
      }
    >
      <p>{rows.length === 0 ? text.conflictHidden : text.conflictHelp}</p>
      {rows.map((row) => {
        const { field, before, now, mine, isConflict } = row;
        const side = isConflict ? chosen[field.name] : sideOf(row);
        const option = (which: Side, label: string, input: Input) => (
          <label className={`conflict-side ${side === which ? 'is-chosen' : ''}`}>
            <span className="conflict-label">
              <input
                type="radio"
                name={`${id}-${field.name}`}
                checked={side === which}
                onChange={() => setChosen({ ...chosen, [field.name]: which })}
              />
              {label}
            </span>
            <InputValue resource={resource} field={field} input={input} />
          </label>
        );
        return (
          <fieldset className={`conflict ${isConflict ? 'is-conflict' : ''}`} key={field.name}>
            <legend>
              {field.label} {isConflict && <span className="tag">{text.bothChanged}</span>}
            </legend>
            <div className="conflict-side">
              <span className="conflict-label">{text.before}</span>
              <InputValue resource={resource} field={field} input={before} />
            </div>
            {option('theirs', text.theirs, now)}
            {option('mine', text.mine, mine)}
          </fieldset>
        );
      })}
    </Dialog>
  );
}

interface InputValueProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly input: Input;
}

/** Shows the content of an input as the value that it stands for. */
function InputValue({ resource, field, input }: InputValueProps) {
  if (input instanceof File) return <span>{input.name}</span>;
  const value = field.kind === 'key' ? input : shownValue(field, input);
  const shown = field.kind === 'key' ? { ...field, kind: 'text' as const } : field;
  return (
    <div className="conflict-value">
      <FieldValue resource={resource} field={shown} value={value} form="full" />
    </div>
  );
}

function shownValue(field: Field, input: Input): unknown {
  try {
    return valueOf(field, input);
  } catch (error) {
    if (error instanceof InputFault) return input;
    throw error;
  }
}
