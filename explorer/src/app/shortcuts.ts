import { useEffect, useRef } from 'react';

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/**
 * Runs a function on a key, such as `/`, or `mod+k` for Ctrl or Cmd with K. Keys without a modifier
 * do nothing while a person types, or while a dialog is open.
 */
export function useShortcut(shortcut: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const hasModifier = shortcut.startsWith('mod+');
    const key = hasModifier ? shortcut.slice(4) : shortcut;
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key) return;
      if (hasModifier !== (event.ctrlKey || event.metaKey) || event.altKey) return;
      if (!hasModifier && (isTyping(event) || document.querySelector('dialog[open]'))) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [shortcut]);
}
