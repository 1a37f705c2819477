import { useMemo } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { facts } from '../api/facts.js';
import { useDescriptions } from '../api/queries.js';
import { summaryMembers } from '../api/schema.js';
import { SchemaProvider, SessionProvider, useSession } from '../api/session.js';
import { ErrorState, Loading } from '../components/states.js';
import { ToastProvider } from '../components/toast.js';
import { LanguageProvider } from '../i18n/language.js';
import { ThemeProvider } from '../theme/theme.js';
import { routes } from './routes.js';
import { SignIn } from './sign-in.js';

/** The application. What a person sees is in its URL, except the session. */
export const App = () => (
  <LanguageProvider>
    <ThemeProvider>
      <SessionProvider>
        <ToastProvider>
          <Entrance />
        </ToastProvider>
      </SessionProvider>
    </ThemeProvider>
  </LanguageProvider>
);

/** After signing in, the page of the URL appears. */
function Entrance() {
  const { credentials } = useSession();
  return credentials ? <SignedIn /> : <SignIn />;
}

function SignedIn() {
  const { data: resources, error, refetch } = useDescriptions(summaryMembers);
  const router = useMemo(() => createBrowserRouter([...routes], { basename: facts.base }), []);
  if (error)
    return (
      <main className="alone">
        <ErrorState error={error} onRetry={() => void refetch()} isPage />
      </main>
    );
  if (!resources)
    return (
      <main className="alone">
        <Loading />
      </main>
    );
  return (
    <SchemaProvider resources={resources}>
      <RouterProvider router={router} />
    </SchemaProvider>
  );
}
