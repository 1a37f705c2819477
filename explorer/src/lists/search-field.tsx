import { useEffect, useRef, useState } from 'react';
import type { Resource } from '../api/schema.js';
import { useShortcut } from '../app/shortcuts.js';
import { Icon } from '../components/icon.js';
import { useText } from '../i18n/language.js';
import type { ChangeList, ListState } from './list-state.js';

interface SearchFieldProps {
  readonly resource: Resource;
  readonly state: ListState;
  readonly change: ChangeList;
}

/** Milliseconds without a key before the search is sent. */
const PAUSE = 250;

/** Searches while a person types. `/` moves the focus here. */
export function SearchField({ resource, state, change }: SearchFieldProps) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(state.search);
  // Another URL, such as after "Back", replaces what was typed.
  const [known, setKnown] = useState(state.search);
  if (known !== state.search) {
    setKnown(state.search);
    setTyped(state.search);
  }
  useShortcut('/', () => input.current?.focus());
  useEffect(() => {
    if (typed === state.search) return;
    const timer = setTimeout(() => change({ search: typed }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, state.search, change]);
  if (resource.searches.length === 0) return null;
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={text.search}
        placeholder={text.searchIn(resource.label)}
        title={resource.searches.join(', ')}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change({ search: typed });
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
