import type { Summary } from '../api/schema.js';
import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import { PickedTitle } from './record-picker.js';
import { RecordSearch } from './record-search.js';

interface RecordsPickerProps {
  readonly target: Summary;
  readonly id: string;
  readonly keys: readonly string[];
  onChange(this: void, keys: readonly string[]): void;
}

/** Chooses several records by their titles. */
export function RecordsPicker({ target, id, keys, onChange }: RecordsPickerProps) {
  const text = useText();
  return (
    <>
      <RecordSearch
        id={id}
        target={target}
        without={new Set(keys)}
        onPick={(record) => onChange([...keys, record.id])}
      />
      {keys.length > 0 && (
        <ul className="chosen">
          {keys.map((key) => (
            <li key={key} className="picked">
              <PickedTitle target={target} id={key} />
              <IconButton
                icon="close"
                label={`${text.remove}: ${key}`}
                onClick={() => onChange(keys.filter((each) => each !== key))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
