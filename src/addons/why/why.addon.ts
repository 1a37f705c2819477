import type { Addon } from '../../options/addon.js';
import { WhyModule } from './why.module.js';

/** Why something is allowed, refused or hidden. @contract C18.1 */
export const why: Addon = { prefixed: (options) => (options.why ? [WhyModule] : []) };
