import { Injectable } from '@nestjs/common';
import { everything, where, type Policy, type Scope } from 'resource-api';
import type { User } from '../users/user.entity.js';
import type { Phone } from './phone.entity.js';

/** Only its owner and admins may see and change a phone. */
@Injectable()
export class PhonePolicy implements Policy<Phone> {
  scope(user: User): Scope<Phone> {
    return user.is_admin ? everything() : where({ user_id: user.id });
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
