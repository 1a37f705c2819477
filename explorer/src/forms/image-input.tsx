import { useEffect, useMemo, useRef, useState, type DragEvent } from 'react';
import type { Field } from '../api/schema.js';
import { Button } from '../components/button.js';
import { imageSource } from '../components/field-value.js';
import { Icon } from '../components/icon.js';
import { useText } from '../i18n/language.js';
import type { Input } from './form-values.js';

interface ImageInputProps {
  readonly id: string;
  readonly field: Field;
  readonly value: Input;
  readonly describedBy: string;
  readonly isInvalid: boolean;
  onChange(this: void, value: Input): void;
}

/** Chooses a file, shows it, and removes it. @contract C10.1 */
export function ImageInput({
  id,
  field,
  value,
  describedBy,
  isInvalid,
  onChange,
}: ImageInputProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const address = useFileAddress(value);
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onChange(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files);
  };
  const source = address ?? (typeof value === 'string' ? imageSource(value) : null);
  return (
    <div
      className={`image-input ${isOver ? 'is-over' : ''}`}
      aria-invalid={isInvalid || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {source === null ? (
        <span className="image-none">
          <Icon name="plus" />
        </span>
      ) : (
        <img src={source} alt={field.label} className="image-preview" />
      )}
      <div className="image-tools">
        <input
          ref={chooser}
          id={id}
          type="file"
          className="visually-hidden"
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-describedby={describedBy}
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <Button onClick={() => chooser.current!.click()}>
          {value === null ? text.chooseImage : text.replaceImage}
        </Button>
        {value !== null && (field.nullable || value instanceof File) && (
          <Button variant="quiet" icon="trash" onClick={() => onChange(null)}>
            {text.removeImage}
          </Button>
        )}
        <small className="faint">
          {value instanceof File ? value.name : (field.help ?? text.imageFormats)}
        </small>
      </div>
    </div>
  );
}

/** Returns an address of the file for an `img`, while the component exists. */
function useFileAddress(value: Input): string | null {
  const file = value instanceof File ? value : null;
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}
