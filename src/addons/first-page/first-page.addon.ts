import type { Addon } from '../../options/addon.js';
import { FirstPageModule } from './first-page.module.js';

/** What the service is, for those who open its address. */
export const firstPage: Addon = {
  atRoot: (options) => (options.firstPage ? [FirstPageModule] : []),
};
