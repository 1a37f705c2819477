import type { RouteObject } from 'react-router';
import { formRoutes } from '../forms/routes.js';
import { listRoutes } from '../lists/routes.js';
import { mapRoutes } from '../map/routes.js';
import { recordRoutes } from '../records/routes.js';
import { PeekLayout } from '../peek/peek.js';
import { ResourcePages } from './described.js';
import { Home } from './home.js';
import { NotFound } from './not-found.js';
import { RouteError } from './route-error.js';
import { Shell } from './shell.js';

/** Every page below `/explorer`. Each feature has a file of its own with its routes. */
export const routes: readonly RouteObject[] = [
  {
    element: <Shell />,
    children: [
      {
        element: <PeekLayout />,
        errorElement: <RouteError />,
        hydrateFallbackElement: <></>,
        children: [
          { index: true, element: <Home /> },
          ...mapRoutes,
          {
            path: ':resource',
            element: <ResourcePages />,
            children: [...listRoutes, ...formRoutes, ...recordRoutes],
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
