import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useState,
  type PropsWithChildren,
} from 'react';
import { Outlet, useLocation } from 'react-router';
import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import './peek.css';

/** A record that a person looks at without leaving the page. */
export interface Peeked {
  /** The key of its resource. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
}

const PeekDrawer = lazy(() => import('./peek-drawer.js'));

const PeekContext = createContext<(peeked: Peeked) => void>(() => {});

/** The page, and the record that a person peeks at until another page or record is opened. */
export function PeekLayout() {
  const { key } = useLocation();
  const [open, setOpen] = useState<{ peeked: Peeked; at: string } | null>(null);
  // Also after "Back", which returns to the same key.
  if (open && open.at !== key) setOpen(null);
  const peek = useCallback((peeked: Peeked) => setOpen({ peeked, at: key }), [key]);
  return (
    <PeekContext value={peek}>
      <Outlet />
      {open?.at === key && (
        <Suspense>
          <PeekDrawer
            key={`${open.peeked.resource} ${open.peeked.id}`}
            {...open.peeked}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </PeekContext>
  );
}

/** Beside the link to a record: shows its fields at the side of this page. */
export function PeekButton(peeked: Peeked) {
  const text = useText();
  const peek = use(PeekContext);
  return (
    <IconButton
      icon="panel"
      label={text.peekAt(peeked.title)}
      className="button-inline peek-button"
      aria-haspopup="dialog"
      onClick={() => peek(peeked)}
    />
  );
}

/** A link to a record, and the button that peeks at it. */
export function WithPeek({ children, ...peeked }: PropsWithChildren<Peeked>) {
  return (
    <span className="peek-place">
      {children}
      <PeekButton {...peeked} />
    </span>
  );
}
