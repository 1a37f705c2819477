import { Dialog } from '../components/dialog.js';
import { useText } from '../i18n/language.js';

/** The keys that do something. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const keys: readonly (readonly [keys: readonly string[], meaning: string])[] = [
    [['Ctrl', 'K'], text.keyPalette],
    [['/'], text.keySearch],
    [['n'], text.keyNew],
    [['↑', '↓', '←', '→'], text.keyRows],
    [['Space'], text.keySelect],
    [['Enter'], text.keyOpen],
    [['Esc'], text.keyClose],
    [['?'], text.keyHelp],
  ];
  return (
    <Dialog title={text.help} size="small" onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([names, meaning]) => (
          <div key={meaning}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
