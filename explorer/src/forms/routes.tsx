import type { RouteObject } from 'react-router';

/** `/explorer/<resource>/new` and `/explorer/<resource>/<id>/edit`: the forms of records. */
export const formRoutes: readonly RouteObject[] = [
  {
    path: 'new',
    lazy: async () => ({ Component: (await import('./new-page.js')).NewPage }),
  },
  {
    path: ':id/edit',
    lazy: async () => ({ Component: (await import('./edit-page.js')).EditPage }),
  },
];
