import type { User } from './users/user.entity.js';

/** From here on the compiler knows who `request.user` is, and whom policies are asked about. */
declare module 'resource-api' {
  interface Register {
    user: User;
  }
}
