import { isApiError } from 'resource-api/client';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { Catalogue } from '../i18n/en.js';
import { useText } from '../i18n/language.js';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';

interface StateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly help?: ReactNode;
  /** What a person can do next. */
  readonly children?: ReactNode;
  readonly isAlert?: boolean;
  /** Whether it is the whole page, whose heading its title is then. */
  readonly isPage?: boolean;
}

/** Replaces content that does not exist, and shows what to do next. */
export const State = ({
  icon,
  title,
  help,
  children,
  isAlert = false,
  isPage = false,
}: StateProps) => (
  <div className="state" role={isAlert ? 'alert' : undefined}>
    <span className="state-icon">
      <Icon name={icon} size={20} />
    </span>
    {isPage ? <h1 className="state-title">{title}</h1> : <p className="state-title">{title}</p>}
    {help !== undefined && <div className="state-help">{help}</div>}
    {children !== undefined && <div className="state-actions">{children}</div>}
  </div>
);

/** Shows that content is loading, if it takes longer than a moment. */
export function Loading() {
  const text = useText();
  return (
    <div className="loading" role="status">
      <span className="spinner" />
      <span>{text.loading}</span>
    </div>
  );
}

const helpByCode: Readonly<Record<string, readonly [keyof Catalogue, keyof Catalogue]>> = {
  network_error: ['offline', 'offlineHelp'],
  not_found: ['notFound', 'notFoundHelp'],
  server_error: ['serverError', 'serverErrorHelp'],
  too_many_requests: ['tooManyRequests', 'tooManyRequestsHelp'],
  unauthorized: ['forbidden', 'forbiddenHelp'],
  unavailable: ['offline', 'offlineHelp'],
};

function watchNetwork(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** Whether the browser has a network. What has failed is read again when it has one again. */
const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);

/** Returns one sentence about an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

interface ErrorStateProps {
  readonly error: unknown;
  onRetry?(this: void): void;
  /** Whether it is the whole page. */
  readonly isPage?: boolean;
  /** Where a person goes if there is nothing to see here, such as the list of a record. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Further help. */
  readonly children?: ReactNode;
}

/** Shows an error of a request: what happened, and what to do next. */
export function ErrorState({ error, onRetry, isPage = false, back, children }: ErrorStateProps) {
  const text = useText();
  const isOnline = useIsOnline();
  const code = isApiError(error) ? error.code : '';
  const [title, help] =
    code === 'network_error' && !isOnline
      ? (['noNetwork', 'noNetworkHelp'] as const)
      : (helpByCode[code] ?? (['failed', null] as const));
  return (
    <State icon="alert" title={text[title] as string} isAlert isPage={isPage}>
      <p className="state-help">{help === null ? messageOf(error) : (text[help] as string)}</p>
      {isApiError(error) && error.requestId !== null && (
        <p className="state-reference">{text.requestId(error.requestId)}</p>
      )}
      {back && (
        <Link
          to={back.to}
          className={`button button-${code === 'not_found' ? 'primary' : 'plain'}`}
        >
          {text.goTo(back.label)}
        </Link>
      )}
      {onRetry && <Button onClick={onRetry}>{text.retry}</Button>}
      {children}
    </State>
  );
}

/** An error beside other content. */
export const ErrorNote = ({ error }: { readonly error: unknown }) => (
  <div className="note note-danger" role="alert">
    <Icon name="alert" />
    <div>
      <p>{messageOf(error)}</p>
      {isApiError(error) && error.errors && (
        <ul>
          {Object.entries(error.errors).map(([field, messages]) => (
            <li key={field}>
              <code>{field}</code> {messages.join(' ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  </div>
);
