import type { RouteObject } from 'react-router';

/** `/explorer/map`: the resources and their relations. Only this page needs the layout. */
export const mapRoutes: readonly RouteObject[] = [
  { path: 'map', lazy: async () => ({ Component: (await import('./map-page.js')).MapPage }) },
];
