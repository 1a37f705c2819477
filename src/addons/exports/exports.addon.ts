import type { Addon } from '../../options/addon.js';
import { ExportsModule } from './exports.module.js';

/** Lists as CSV and NDJSON. @contract C17.3 */
export const pageExports: Addon = {
  modules: (options) => (options.exports ? [ExportsModule] : []),
};
