import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { isApiError, type LoginToken } from 'resource-api/client';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type PropsWithChildren,
} from 'react';
import { createApi, type Api } from './client.js';
import { facts } from './facts.js';
import { Schema, type Summary } from './schema.js';
import { useLanguage } from '../i18n/language.js';

/**
 * The credentials of the person who signed in. A token is in memory only: a reload forgets it. With
 * a cookie, the browser has the token, and scripts cannot read it.
 */
interface Credentials {
  /** `null` with a cookie. */
  readonly token: string | null;
  /** What the person signed in with; `null` if it is not known. */
  readonly name: string | null;
  /** Whether the service has accepted them. */
  readonly isAccepted: boolean;
}

interface State {
  readonly credentials: Credentials | null;
  readonly hasExpired: boolean;
}

const nobody: State = { credentials: null, hasExpired: false };

/** The first request shows whether the browser has a cookie. */
const perhaps: State = {
  credentials: { token: null, name: null, isAccepted: false },
  hasExpired: false,
};

/** The session has ended if the service had accepted the credentials before. */
const afterRejection = (state: State): State =>
  state.credentials ? { ...nobody, hasExpired: state.credentials.isAccepted } : state;

const afterResponse = (state: State): State =>
  state.credentials && !state.credentials.isAccepted
    ? { ...state, credentials: { ...state.credentials, isAccepted: true } }
    : state;

/** Tells the other tabs of the browser, which share the cookie, that the session is another one. */
const tabs = facts.cookie ? new BroadcastChannel(`session of ${facts.base}`) : null;

/** The account that the person views the service as. */
export interface ViewedAccount {
  readonly id: string;
  readonly title: string;
}

export interface Session {
  readonly credentials: Credentials | null;
  /** Whether the service has rejected the token since. */
  readonly hasExpired: boolean;
  signIn(email: string, password: string): Promise<void>;
  signInWithToken(token: string): Promise<void>;
  /** @throws ApiError if the service cannot remove the cookie */
  signOut(): Promise<void>;
  /** The client, with the token of the session. */
  readonly api: Api;
  /** The client with the rights of the person, also while viewing as another account. */
  readonly ownApi: Api;
  /** The account whose rights all pages have; `null` for those of the person. */
  readonly viewed: ViewedAccount | null;
  /**
   * Shows all pages as an account sees them, or as the person does.
   *
   * @throws ApiError if the person may not
   */
  viewAs(account: ViewedAccount | null): Promise<void>;
}

/** A small request that every account may send. */
const anything = {
  method: 'GET',
  path: `${facts.api}/_schema`,
  query: new URLSearchParams({ fields: 'key' }),
} as const;

/** A login with a cookie returns no token. @contract C2.10 */
type Issued = Partial<LoginToken>;

const SessionContext = createContext<Session | null>(null);

/** Returns the session. */
export const useSession = (): Session => use(SessionContext)!;

/** Returns the client, with the token of the session. */
export const useApi = (): Api => useSession().api;

/** Whether nothing can be written: the person views the service as another account. @contract C2.9 */
export const useIsReadOnly = (): boolean => useSession().viewed !== null;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The client repeats requests itself. Without a network they fail, rather than wait silently,
      // and what has failed is read again when the network is back.
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: 'always',
        staleTime: 15_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** Keeps the session and the responses that belong to it. */
export function SessionProvider({ children }: PropsWithChildren) {
  const { language } = useLanguage();
  const [{ credentials, hasExpired }, setState] = useState(facts.cookie ? perhaps : nobody);
  const [viewed, setViewed] = useState<ViewedAccount | null>(null);
  // Two sessions with a cookie have the same credentials here.
  const [round, setRound] = useState(0);
  const token = credentials?.token ?? null;

  useEffect(() => {
    if (!tabs) return;
    tabs.onmessage = () => {
      setViewed(null);
      setRound((count) => count + 1);
      setState(perhaps);
    };
    return () => {
      tabs.onmessage = null;
    };
  }, []);

  const watchingFetch = useCallback<typeof fetch>(
    async (input, init) => {
      const response = await fetch(input, init);
      const isRejected = response.status === 401;
      const after = isRejected ? afterRejection : afterResponse;
      // A run may be followed for longer than the session lasts.
      setState((state) => ((state.credentials?.token ?? null) === token ? after(state) : state));
      if (isRejected) setViewed(null);
      return response;
    },
    [token],
  );

  const session = useMemo<Session>(() => {
    const anonymous = () => createApi({ token: null, language });
    const ownApi = createApi({ token, language, fetch: watchingFetch });
    const enter = (next: Pick<Credentials, 'token' | 'name'>) => {
      setRound((count) => count + 1);
      setState({ credentials: { ...next, isAccepted: true }, hasExpired: false });
    };
    const login = async (email: string, password: string) => {
      const body = { email, password, name: 'Explorer', ...(facts.cookie && { cookie: true }) };
      const path = `${facts.api}/login`;
      const request = { method: 'POST', path, body, isRepeatable: false } as const;
      const issued = await anonymous().$send<Issued>(request);
      tabs?.postMessage('signed in');
      return issued.access_token ?? null;
    };
    return {
      credentials,
      hasExpired,
      api: createApi({ token, language, fetch: watchingFetch, viewAs: viewed?.id ?? null }),
      ownApi,
      viewed,
      async signIn(email, password) {
        enter({ token: await login(email, password), name: email });
      },
      async signInWithToken(pasted) {
        const trial = createApi({ token: pasted, language });
        await trial.$send(anything);
        enter({ token: pasted, name: null });
      },
      async viewAs(account) {
        if (account) {
          const trial = createApi({ token, language, viewAs: account.id });
          await trial.$send(anything);
        }
        setViewed(account);
      },
      async signOut() {
        if (facts.signIn === 'password')
          await createApi({ token, language })
            .logout()
            .catch((error: unknown) => {
              // The browser keeps a cookie that the service has not removed.
              if (!isApiError(error) || (facts.cookie && error.status !== 401)) throw error;
            });
        tabs?.postMessage('signed out');
        setState(nobody);
        setViewed(null);
      },
    };
  }, [credentials, hasExpired, token, viewed, language, watchingFetch]);

  return (
    <SessionContext value={session}>
      <Responses key={`${token} ${viewed?.id} ${round}`}>{children}</Responses>
    </SessionContext>
  );
}

/** Keeps responses. Each session has its own, so that nobody sees those of another person. */
function Responses({ children }: PropsWithChildren) {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

const SchemaContext = createContext<Schema | null>(null);

/** Provides what is known of every resource. */
export function SchemaProvider({
  resources,
  children,
}: PropsWithChildren<{ readonly resources: readonly Summary[] }>) {
  const schema = useMemo(() => new Schema(resources), [resources]);
  return <SchemaContext value={schema}>{children}</SchemaContext>;
}

/** Returns what is known of every resource. */
export const useSchema = (): Schema => use(SchemaContext)!;
