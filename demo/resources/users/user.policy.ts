import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from 'resource-api';
import type { User } from './user.entity.js';

/** Everybody may see all users; users may change themselves, and admins all users. */
@Injectable()
export class UserPolicy implements Policy<User> {
  readonly needs = [];

  scope(): Scope<User> {
    return everything();
  }

  index() {
    return true;
  }

  store(user: User) {
    return user.is_admin;
  }

  update(user: User, record: User) {
    return user.is_admin || record.id === user.id;
  }

  delete(user: User) {
    return user.is_admin;
  }

  attachRoles(user: User) {
    return user.is_admin;
  }

  detachRoles(user: User) {
    return user.is_admin;
  }

  syncRoles(user: User) {
    return user.is_admin;
  }
}
