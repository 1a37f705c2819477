import type { Addon } from '../../options/addon.js';
import { ExplorerModule } from './explorer.module.js';

/** The browser application for people. It reads what `_schema` describes. @contract C2.1 */
export const explorer: Addon = {
  mounted: ({ explorer: options }) =>
    options ? [{ path: options.path, module: ExplorerModule }] : [],
};
