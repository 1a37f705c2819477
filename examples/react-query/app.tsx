import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from '../api.js';
import { createHooks } from '../hooks.js';

const api = createApi();
const { posts, profile } = createHooks(api);

function Posts() {
  const [title, setTitle] = useState('');
  const { data, error, hasNextPage, fetchNextPage } = posts.useInfinite({
    fields: ['title', 'status'],
    include: { user: { fields: ['name'] } },
    filter: { status: 'draft' },
    perPage: 5,
  });
  const store = posts.useStore();
  const publish = posts.useAction('publish-posts', { filter: { status: 'draft' } });
  const me = profile.useShow({ fields: ['name'] });
  if (error) return <p role="alert">{error.code}</p>;
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <h1>Drafts, for {me.data?.attributes.name}</h1>
      <ul>
        {found.map(({ id, attributes, relationships }) => (
          <li key={id}>
            {attributes.title} by {relationships.user?.attributes.name}{' '}
            <button onClick={() => publish.mutate({ repositories: [id] })}>Publish</button>
          </li>
        ))}
      </ul>
      {hasNextPage && <button onClick={() => void fetchNextPage()}>More</button>}
      <input aria-label="Title" onChange={({ target }) => setTitle(target.value)} />
      <button onClick={() => store.mutate({ title, status: 'draft' })}>Store</button>
      {store.error?.code === 'validation_failed' && (
        <p role="alert">{store.error.errors.title?.[0]}</p>
      )}
      <p>{publish.data && `${publish.data.published} published`}</p>
    </>
  );
}

function App() {
  const [isSignedIn, setSignedIn] = useState(false);
  const credentials = { email: 'admin@example.com', password: 'password' };
  if (isSignedIn) return <Posts />;
  return (
    <button onClick={() => void api.login(credentials).then(() => setSignedIn(true))}>
      Sign in
    </button>
  );
}

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <App />
  </QueryClientProvider>,
);
