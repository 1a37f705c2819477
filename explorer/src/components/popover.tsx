import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { controlsIn } from './controls.js';

interface PopoverProps extends PropsWithChildren {
  /** Renders the button that opens it. */
  readonly trigger: (button: {
    readonly onClick: () => void;
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string;
    readonly 'aria-haspopup': 'dialog' | 'menu';
  }) => ReactNode;
  /** The accessible name of its content. */
  readonly label: string;
  /** `menu`: its controls are `menuitem`s; arrows move between them, and a choice closes it. */
  readonly role?: 'dialog' | 'menu';
  readonly align?: 'start' | 'end';
  readonly className?: string;
}

/**
 * Content below a button. It receives the focus, and closes with Escape, which returns the focus,
 * and when a person clicks or tabs elsewhere.
 */
export function Popover({
  trigger,
  label,
  role = 'dialog',
  align = 'start',
  className = '',
  children,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const triggerOf = () => place.current!.querySelector<HTMLElement>('[aria-expanded]');
  useEffect(() => {
    if (!isOpen) return;
    const element = place.current!;
    const shown = content.current!;
    if (!shown.contains(document.activeElement)) (controlsIn(shown)[0] ?? shown).focus();
    const closeOutside = (event: Event) => {
      if (!element.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      // A dialog or a popover inside closes first.
      if (event.key !== 'Escape' || shown.querySelector('dialog[open], .popover')) return;
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      triggerOf()?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);
  const isMenu = role === 'menu';
  const openWithArrow = (event: KeyboardEvent) => {
    if (!isMenu || isOpen || event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  // After the item's own listener. The dialog that a choice opens returns the focus to the trigger.
  const closeAfterChoice = (event: MouseEvent) => {
    if (!(event.target as Element).closest('[role="menuitem"]')) return;
    setOpen(false);
    triggerOf()?.focus();
  };
  return (
    <div className="popover-place" ref={place} onKeyDown={openWithArrow}>
      {trigger({
        onClick: () => setOpen((open) => !open),
        'aria-expanded': isOpen,
        'aria-controls': id,
        'aria-haspopup': role,
      })}
      {isOpen && (
        <div
          ref={content}
          id={id}
          role={role}
          aria-label={label}
          tabIndex={-1}
          className={`popover popover-${align} ${className}`}
          {...(isMenu && { onKeyDown: moveInMenu, onClick: closeAfterChoice })}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Moves the focus with the keys of the ARIA pattern: arrows, Home and End. */
function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = controlsIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
