import { everything } from 'resource-api';
import type { User } from './users/user.entity.js';

/** Everybody may see the records; admins may change them. */
export abstract class KeptByAdmins {
  scope() {
    return everything();
  }

  index() {
    return true;
  }

  store(user: User) {
    return user.is_admin;
  }

  update(user: User) {
    return user.is_admin;
  }

  delete(user: User) {
    return user.is_admin;
  }
}
