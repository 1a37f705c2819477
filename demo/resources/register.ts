import type { User } from './users/user.entity.js';

/** Sets the type of `request.user` and of the user of policies. */
declare module 'resource-api' {
  interface Register {
    user: User;
  }
}
