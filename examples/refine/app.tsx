import {
  Refine,
  useCreate,
  useDelete,
  useDeleteMany,
  useList,
  useMany,
  useOne,
  useUpdate,
  useUpdateMany,
  type HttpError,
} from '@refinedev/core';
import { useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { createApi } from '../api.js';
import { createDataProvider } from './data-provider.js';

const api = createApi();
const dataProvider = createDataProvider(api, { posts: ['tags'] });

interface Post {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly user_id: string;
  readonly tags?: readonly string[];
}

/** The values of a form, by the names of its inputs. */
function valuesOf(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
}

function SignIn({ onDone }: { readonly onDone: () => void }) {
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    const { email = '', password = '' } = valuesOf(event);
    await api.login({ email, password });
    onDone();
  };
  return (
    <form onSubmit={(event) => void signIn(event)}>
      <input name="email" aria-label="Email" />
      <input name="password" type="password" aria-label="Password" />
      <button>Sign in</button>
    </form>
  );
}

function Posts({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { result, query } = useList<Post>({
    resource: 'posts',
    pagination: { pageSize: 5 },
    sorters: [{ field: 'id', order: 'desc' }],
    filters: [
      { field: 'status', operator: 'ne', value: 'archived' },
      ...(search === '' ? [] : [{ field: 'q', operator: 'eq', value: search } as const]),
    ],
  });
  const users = useMany<{ id: string; name: string }>({
    resource: 'users',
    ids: [...new Set(result.data.map(({ user_id }) => user_id))],
  }).result.data;
  const { mutate: create } = useCreate<Post>();
  return (
    <>
      <input aria-label="Search" onChange={({ target }) => setSearch(target.value)} />
      <p>{query.isFetching ? 'Loading' : `${result.total} posts`}</p>
      <ul>
        {result.data.map(({ id, title, user_id }) => (
          <li key={id}>
            <input
              type="checkbox"
              aria-label={`Select ${title}`}
              checked={selected.includes(id)}
              onChange={() => setSelected(toggled(selected, id))}
            />
            <button onClick={() => onOpen(id)}>{title}</button>
            {users.find((user) => user.id === user_id)?.name}
          </li>
        ))}
      </ul>
      <ManyPosts ids={selected} onDone={() => setSelected([])} />
      <form
        onSubmit={(event) => {
          const values = { ...valuesOf(event), status: 'draft' };
          create(
            { resource: 'posts', values },
            { onSuccess: ({ data }) => onOpen(String(data.id)) },
          );
        }}
      >
        <input name="title" aria-label="New title" />
        <button>Create</button>
      </form>
    </>
  );
}

const toggled = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

/** What can be done with several posts at once: one request each. */
function ManyPosts(selection: { readonly ids: readonly string[]; readonly onDone: () => void }) {
  const { mutate: change } = useUpdateMany();
  const { mutate: remove } = useDeleteMany();
  const ids = [...selection.ids];
  const then = { onSuccess: selection.onDone };
  if (ids.length === 0) return null;
  return (
    <>
      <button onClick={() => change({ resource: 'posts', ids, values: { status: 'draft' } }, then)}>
        Unpublish selected
      </button>
      <button onClick={() => remove({ resource: 'posts', ids }, then)}>Delete selected</button>
    </>
  );
}

/** The messages of a field, which belong beside its input. */
const messagesOf = (error: HttpError | null, field: string): string =>
  [error?.errors?.[field] ?? []].flat().join(' ');

function OnePost({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { result: post } = useOne<Post>({ resource: 'posts', id });
  const tags = useList<{ id: string; label: string }>({
    resource: 'tags',
    pagination: { mode: 'off' },
    sorters: [{ field: 'label', order: 'asc' }],
  }).result.data;
  const { mutate: update, mutation } = useUpdate<Post>();
  const { mutate: remove } = useDelete();
  if (!post) return <p>Loading</p>;
  const attached = post.tags ?? [];
  return (
    <>
      <h1>{post.title}</h1>
      <form onSubmit={(event) => update({ resource: 'posts', id, values: valuesOf(event) })}>
        <input
          name="title"
          aria-label="Title"
          aria-describedby="title-messages"
          defaultValue={post.title}
        />
        <small id="title-messages">{messagesOf(mutation.error, 'title')}</small>
        <button>Save</button>
      </form>
      <p role="alert">{mutation.error?.message}</p>
      {tags.map(({ id: tag, label }) => (
        <label key={tag}>
          <input
            type="checkbox"
            checked={attached.includes(tag)}
            onChange={() =>
              update({ resource: 'posts', id, values: { tags: toggled(attached, tag) } })
            }
          />
          {label}
        </label>
      ))}
      <button onClick={() => remove({ resource: 'posts', id }, { onSuccess: onClose })}>
        Delete
      </button>
      <button onClick={onClose}>Close</button>
    </>
  );
}

function App() {
  const [isSignedIn, setSignedIn] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  if (!isSignedIn) return <SignIn onDone={() => setSignedIn(true)} />;
  return open === null ? (
    <Posts onOpen={setOpen} />
  ) : (
    <OnePost id={open} onClose={() => setOpen(null)} />
  );
}

createRoot(document.getElementById('root')!).render(
  <Refine
    dataProvider={dataProvider}
    resources={[{ name: 'posts' }, { name: 'tags' }]}
    options={{ disableTelemetry: true }}
  >
    <App />
  </Refine>,
);
