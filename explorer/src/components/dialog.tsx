import { useEffect, useId, useRef, type PropsWithChildren, type ReactNode } from 'react';
import { useText } from '../i18n/language.js';
import { IconButton } from './button.js';
import { controlsIn } from './controls.js';

interface DialogProps extends PropsWithChildren {
  readonly title: ReactNode;
  /** The buttons at its end. */
  readonly footer?: ReactNode;
  /** `drawer`: at the side of the page, from top to bottom. */
  readonly size?: 'small' | 'medium' | 'large' | 'drawer';
  /** Absent while it cannot be closed. */
  readonly onClose?: ((this: void) => void) | undefined;
}

/**
 * A modal dialog. The browser keeps the focus inside, returns it afterwards, and closes the dialog
 * with Escape. The control with `data-autofocus` receives the focus, or else the first of its body;
 * `autoFocus` has no effect, since elements of a closed dialog cannot have the focus. Render it only
 * while it is open.
 */
export function Dialog({ title, footer, size = 'medium', onClose, children }: DialogProps) {
  const text = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    if (!element.open) element.showModal();
    const preferred = element.querySelector<HTMLElement>('[data-autofocus]');
    (preferred ?? controlsIn(element.querySelector('.dialog-body')!)[0])?.focus();
    return () => {
      element.close();
      // The dialog may have removed it, such as the link of a bookmark.
      const focused = opener?.isConnected ? opener : document.getElementById('content');
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={id}
      // Chromium closes a dialog with the second Escape, also if the first was prevented.
      closedby={onClose ? undefined : 'none'}
      onCancel={(event) => {
        // Of a dialog inside this one.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <div className="dialog-frame">
        <header className="dialog-header">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={text.close} disabled={!onClose} onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
        {footer !== undefined && <footer className="dialog-footer">{footer}</footer>}
      </div>
    </dialog>
  );
}
