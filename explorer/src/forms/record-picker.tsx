import { useState } from 'react';
import type { Summary } from '../api/schema.js';
import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import { RecordSearch } from './record-search.js';
import { RecordTitle } from './record-title.js';
import './forms.css';

interface RecordPickerProps {
  readonly target: Summary;
  readonly id: string;
  /** The key of the chosen record. */
  readonly value: string | null;
  readonly describedBy?: string;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  onChange(this: void, value: string | null): void;
}

/** Chooses one record by its title. */
export function RecordPicker({ value, onChange, target, ...input }: RecordPickerProps) {
  const text = useText();
  const [isChanging, setChanging] = useState(false);
  if (value === null || value === '')
    return (
      <RecordSearch
        {...input}
        target={target}
        autoFocus={isChanging}
        onPick={(record) => onChange(record.id)}
      />
    );
  return (
    <div className="picked" aria-invalid={input.isInvalid || undefined}>
      <PickedTitle target={target} id={value} />
      <IconButton
        id={input.id}
        icon="close"
        label={text.chooseAnother}
        aria-describedby={input.describedBy}
        onClick={() => {
          setChanging(true);
          onChange(null);
        }}
      />
    </div>
  );
}

/** The title and the key of a chosen record. */
export function PickedTitle({ target, id }: { readonly target: Summary; readonly id: string }) {
  return (
    <span className="picked-title">
      <span dir="auto" className="one-line">
        <RecordTitle target={target} id={id} />
      </span>
      <code>{id}</code>
    </span>
  );
}
