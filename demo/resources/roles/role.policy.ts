import { Injectable } from '@nestjs/common';
import type { Policy } from 'resource-api';
import { KeptByAdmins } from '../kept-by-admins.policy.js';
import type { User } from '../users/user.entity.js';
import type { Role } from './role.entity.js';

/** Everybody may see roles, and admins may change them. The relation decides who may assign one. */
@Injectable()
export class RolePolicy extends KeptByAdmins implements Policy<Role> {
  syncUsers(user: User) {
    return user.is_admin;
  }
}
