import type { Addon } from '../../options/addon.js';
import { ClientAddressRateModule, UserRateModule } from './rates.module.js';

/** Limits the requests of a client address and of a user. @contract C12 */
export const rates: Addon = {
  first: () => [ClientAddressRateModule],
  modules: () => [UserRateModule],
};
