import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useDescriptions } from '../api/queries.js';
import { useSchema, useSession } from '../api/session.js';
import { useBookmarks } from '../bookmarks/bookmarks.js';
import { Dialog } from '../components/dialog.js';
import { languages, useLanguage, useText, type Language } from '../i18n/language.js';
import { themes, useTheme } from '../theme/theme.js';
import { listPath, mapPath, newPath } from './paths.js';

interface Command {
  readonly key: string;
  readonly label: string;
  /** What kind of command it is. */
  readonly hint: string;
  run(this: void): void;
}

/** Finds a bookmark, a resource, an action or a setting by its name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const [position, setPosition] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const commands = useCommands();
  const found = useMemo(() => search(commands, query), [commands, query]);
  const current = Math.min(position, found.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') {
      // The control that receives the focus would be pressed too.
      event.preventDefault();
      run(found[current]);
    }
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    const next = (current + step + found.length) % found.length;
    setPosition(next);
    list.current!.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title={text.searchOrJump} onClose={onClose}>
      <div className="palette">
        <input
          data-autofocus
          role="combobox"
          aria-label={text.searchOrJump}
          aria-expanded={found.length > 0}
          aria-controls={id}
          aria-activedescendant={found[current] && `${id}-${current}`}
          value={query}
          onKeyDown={move}
          onChange={({ target }) => {
            setQuery(target.value);
            setPosition(0);
          }}
        />
        {found.length === 0 && <p className="soft palette-empty">{text.nothingFound}</p>}
        <ul id={id} role="listbox" aria-label={text.searchOrJump} ref={list}>
          {found.map((command, at) => (
            <li
              key={command.key}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === current}
              onPointerMove={() => setPosition(at)}
              onClick={() => run(command)}
            >
              <span dir="auto" className="palette-label">
                {command.label}
              </span>
              <span className="faint">{command.hint}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

/** Shows those first whose name starts with the query. */
function search(commands: readonly Command[], query: string): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return commands
    .filter(({ label, hint }) =>
      words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
    )
    .sort((one, other) => rank(one) - rank(other));
}

function useCommands(): readonly Command[] {
  const text = useText();
  const go = useNavigate();
  const schema = useSchema();
  const { data: described } = useDescriptions(['actions']);
  const { signOut } = useSession();
  const { setTheme } = useTheme();
  const { setLanguage } = useLanguage();
  const bookmarks = useBookmarks();
  return useMemo(() => {
    const { resources } = schema;
    const themeNames = { system: text.themeSystem, light: text.themeLight, dark: text.themeDark };
    return [
      ...bookmarks.map(({ name, path }) => ({
        key: `bookmark:${path}`,
        label: name,
        hint: text.bookmark,
        run: () => void go(path),
      })),
      ...resources.map(({ key, label }) => ({
        key: `list:${key}`,
        label,
        hint: text.resources,
        run: () => void go(listPath(key)),
      })),
      ...resources
        .filter(({ authorizedToStore }) => authorizedToStore)
        .map(({ key, label }) => ({
          key: `new:${key}`,
          label: `${text.newRecord}: ${label}`,
          hint: text.record,
          run: () => void go(newPath(key)),
        })),
      ...(described ?? []).flatMap(({ key, actions }) =>
        actions
          .filter(({ scope }) => scope !== 'show')
          .map(({ uriKey, name }) => ({
            key: `action:${key}:${uriKey}`,
            label: name,
            hint: `${text.action} · ${schema.find(key)?.label ?? key}`,
            run: () => void go(`${listPath(key)}?run=${encodeURIComponent(uriKey)}`),
          })),
      ),
      { key: 'home', label: text.home, hint: text.navigation, run: () => void go('/') },
      { key: 'map', label: text.map, hint: text.navigation, run: () => void go(mapPath) },
      ...themes.map((theme) => ({
        key: `theme:${theme}`,
        label: `${text.theme}: ${themeNames[theme]}`,
        hint: text.settings,
        run: () => setTheme(theme),
      })),
      ...Object.entries(languages).map(([code, name]) => ({
        key: `language:${code}`,
        label: `${text.language}: ${name}`,
        hint: text.settings,
        run: () => setLanguage(code as Language),
      })),
      { key: 'sign-out', label: text.signOut, hint: text.settings, run: () => void signOut() },
    ];
  }, [text, go, bookmarks, schema, described, signOut, setTheme, setLanguage]);
}
