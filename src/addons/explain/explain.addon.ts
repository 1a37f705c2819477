import type { Addon } from '../../options/addon.js';
import { ExplainModule } from './explain.module.js';

/** Explains reads to those who may see how they work. @contract C17.6 */
export const explain: Addon = {
  modules: ({ explain: options }) => (options ? [ExplainModule] : []),
};
