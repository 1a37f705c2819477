import { Injectable } from '@nestjs/common';
import type { Policy } from 'resource-api';
import { KeptByAdmins } from '../kept-by-admins.policy.js';
import type { User } from '../users/user.entity.js';
import type { Company } from './company.entity.js';

/** Everybody may see companies; admins may change them. */
@Injectable()
export class CompanyPolicy extends KeptByAdmins implements Policy<Company> {
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
