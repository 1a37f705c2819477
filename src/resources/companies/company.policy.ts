import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from '../../index.js';
import type { User } from '../users/user.entity.js';
import type { Company } from './company.entity.js';

/** Everybody sees companies; admins look after them. */
@Injectable()
export class CompanyPolicy implements Policy<Company> {
  scope(): Scope<Company> {
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

  attachTags(user: User) {
    return this.update(user);
  }

  detachTags(user: User) {
    return this.update(user);
  }

  syncTags(user: User) {
    return this.update(user);
  }

  attachPartners(user: User) {
    return user.is_admin;
  }

  detachPartners(user: User) {
    return user.is_admin;
  }

  syncPartners(user: User) {
    return user.is_admin;
  }
}
