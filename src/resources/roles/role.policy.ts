import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from '../../index.js';
import type { User } from '../users/user.entity.js';
import type { Role } from './role.entity.js';

/** Everybody sees roles; admins look after them. Who gives one to a user stands with the relation. */
@Injectable()
export class RolePolicy implements Policy<Role> {
  scope(): Scope<Role> {
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

  syncUsers(user: User) {
    return user.is_admin;
  }
}
