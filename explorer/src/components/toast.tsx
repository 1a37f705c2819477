import {
  createContext,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
  type PropsWithChildren,
  type ReactNode,
} from 'react';
import { useText } from '../i18n/language.js';
import { IconButton } from './button.js';
import { Icon } from './icon.js';
import { messageOf } from './states.js';

interface Toast {
  readonly key: number;
  readonly tone: 'success' | 'danger';
  readonly content: ReactNode;
}

interface Toaster {
  /** Confirms what was done. It disappears after a few seconds. */
  done(content: ReactNode): void;
  /** Reports an error. It remains until a person closes it. */
  failed(error: unknown): void;
}

const ToastContext = createContext<Toaster | null>(null);

/** Milliseconds: long enough to read two lines. */
const SHOWN = 6_000;

export function ToastProvider({ children }: PropsWithChildren) {
  const text = useText();
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const next = useRef(0);
  const dismiss = useCallback(
    (key: number) => setToasts((shown) => shown.filter((toast) => toast.key !== key)),
    [],
  );
  const toaster = useMemo<Toaster>(() => {
    const add = (tone: Toast['tone'], content: ReactNode) => {
      const key = next.current++;
      setToasts((shown) => [...shown.slice(-2), { key, tone, content }]);
      return key;
    };
    return {
      done(content) {
        const key = add('success', content);
        setTimeout(() => dismiss(key), SHOWN);
      },
      failed: (error) => void add('danger', messageOf(error)),
    };
  }, [dismiss]);
  return (
    <ToastContext value={toaster}>
      {children}
      <div className="toasts" aria-live="polite" role="status">
        {toasts.map(({ key, tone, content }) => (
          <div key={key} className={`toast toast-${tone}`}>
            <Icon name={tone === 'success' ? 'check' : 'alert'} />
            <div className="toast-content">{content}</div>
            <IconButton icon="close" label={text.dismiss} onClick={() => dismiss(key)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

export const useToast = (): Toaster => use(ToastContext)!;
