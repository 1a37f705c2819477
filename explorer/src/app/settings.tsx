import { useId } from 'react';
import { useOwnName } from '../api/accounts.js';
import { facts } from '../api/facts.js';
import { useSession } from '../api/session.js';
import { Button, IconButton } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { Popover } from '../components/popover.js';
import { useToast } from '../components/toast.js';
import { languages, useLanguage, useText, type Language } from '../i18n/language.js';
import { themes, useTheme, type Theme } from '../theme/theme.js';

/** The language of the texts. */
export function LanguageSelect() {
  const text = useText();
  const { language, setLanguage } = useLanguage();
  const id = useId();
  return (
    <label className="control control-inline" htmlFor={id}>
      <span>{text.language}</span>
      <select
        id={id}
        value={language}
        onChange={({ target }) => setLanguage(target.value as Language)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeSelect() {
  const text = useText();
  const { theme, setTheme } = useTheme();
  const id = useId();
  const names = { system: text.themeSystem, light: text.themeLight, dark: text.themeDark };
  return (
    <label className="control control-inline" htmlFor={id}>
      <span>{text.theme}</span>
      <select id={id} value={theme} onChange={({ target }) => setTheme(target.value as Theme)}>
        {themes.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function OwnName() {
  const text = useText();
  const name = useOwnName();
  return name === undefined ? null : <p className="soft">{text.signedInAs(name)}</p>;
}

/** Who is signed in, and how the application looks. */
export function Settings() {
  const text = useText();
  const { signOut } = useSession();
  const toast = useToast();
  return (
    <Popover
      label={text.settings}
      align="end"
      className="settings"
      trigger={(button) => <IconButton {...button} icon="user" label={text.settings} />}
    >
      <OwnName />
      <ThemeSelect />
      <LanguageSelect />
      {facts.features.reference && (
        <a href={facts.api.replace(/\/[^/]*$/, '') + '/docs'} target="_blank" rel="noreferrer">
          {text.apiReference} <Icon name="link" size={12} />
        </a>
      )}
      <Button onClick={() => void signOut().catch(toast.failed)}>{text.signOut}</Button>
    </Popover>
  );
}
