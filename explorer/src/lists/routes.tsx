import type { RouteObject } from 'react-router';
import { ListPage } from './list-page.js';

/** `/explorer/<resource>`: the list of a resource. */
export const listRoutes: readonly RouteObject[] = [{ index: true, element: <ListPage /> }];
