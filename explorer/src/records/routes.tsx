import type { RouteObject } from 'react-router';

/** `/explorer/<resource>/<id>`: the page of a record. */
export const recordRoutes: readonly RouteObject[] = [
  {
    path: ':id',
    lazy: async () => ({ Component: (await import('./record-page.js')).RecordPage }),
  },
];
