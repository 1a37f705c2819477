import { QueryClient } from '@tanstack/react-query';
import { Admin, Resource } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { createApi } from './api.js';
import { createAuthProvider, storedToken } from './auth-provider.js';
import { createDataProvider } from './data-provider.js';
import { PostCreate, PostEdit, PostList } from './posts.js';
import { UserEdit, UserList } from './users.js';

const api = createApi({ token: storedToken });

/** The client repeats requests itself. */
const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });

createRoot(document.getElementById('root')!).render(
  <Admin
    authProvider={createAuthProvider(api)}
    dataProvider={createDataProvider(api, { posts: ['tags'] })}
    queryClient={queryClient}
    requireAuth
    disableTelemetry
  >
    <Resource
      name="posts"
      list={PostList}
      create={PostCreate}
      edit={PostEdit}
      recordRepresentation="title"
    />
    <Resource name="users" list={UserList} edit={UserEdit} recordRepresentation="name" />
    <Resource name="comments" recordRepresentation="comment" />
    <Resource name="tags" recordRepresentation="label" />
  </Admin>,
);
