import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useRead } from '../api/queries.js';
import type { Call } from '../api/call.js';
import { titleOf, type ApiPage, type ApiRecord, type Summary } from '../api/schema.js';
import { useText } from '../i18n/language.js';

interface RecordSearchProps {
  readonly target: Summary;
  readonly id?: string;
  /** The accessible name, without a label of its own. */
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  /** Records that cannot be chosen. */
  readonly without?: ReadonlySet<string>;
  onPick(this: void, record: ApiRecord): void;
}

/** Suggestions at a time. */
const SUGGESTED = 8;
/** Milliseconds between the last key and the request. */
const PAUSE = 180;

/** Returns the request of the suggestions. A resource without a search is matched by its keys. */
function suggestionsCall({ key, titleField, searches }: Summary, words: string): Call {
  const narrowing =
    words === '' ? {} : searches.length > 0 ? { search: words } : { filter: { id: words } };
  const query = { fields: [titleField], perPage: SUGGESTED, ...narrowing };
  return { resource: key, method: 'index', args: [query] };
}

/** A combobox that finds records of a resource by their titles. */
export function RecordSearch({
  target,
  id,
  label,
  describedBy,
  isInvalid = false,
  isRequired = false,
  autoFocus = false,
  without,
  onPick,
}: RecordSearchProps) {
  const text = useText();
  const list = useId();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching } = useRead<ApiPage>(suggestionsCall(target, words), {
    enabled: isOpen,
  });
  const records = error ? [] : (data?.data ?? []).filter((record) => !without?.has(record.id));
  const current = records[Math.min(active, records.length - 1)];
  const isPending = isFetching || words !== typed.trim();
  const pick = (record: ApiRecord) => {
    onPick(record);
    setTyped('');
    setOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((at) => Math.min(Math.max(at + step, 0), Math.max(records.length - 1, 0)));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (current && !isPending) pick(current);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="record-search">
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current ? `${list}-${current.id}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
        placeholder={text.searchIn(target.label)}
        value={typed}
        onChange={({ target: input }) => {
          setTyped(input.value);
          setActive(0);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {isOpen && (
        <div className="suggestions">
          <ul id={list} role="listbox" aria-label={target.label}>
            {records.map((record) => (
              <li
                key={record.id}
                id={`${list}-${record.id}`}
                role="option"
                aria-selected={record === current}
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(record)}
              >
                <span dir="auto" className="one-line">
                  {titleOf(target, record)}
                </span>
                <code>{record.id}</code>
              </li>
            ))}
          </ul>
          {records.length === 0 && (
            <p className="suggestions-empty" role="status">
              {isPending ? text.loading : text.nothingFound}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
