import type { Addon } from '../../options/addon.js';
import { ViewAsModule } from './view-as.module.js';

/** Reads with the rights of another account. @contract C2.9 */
export const viewAs: Addon = { modules: () => [ViewAsModule] };
