import { Action, type ActionRequest, type ResourceRequest, type ShowActionHandler } from '../../index.js';
import { isAdmin } from '../rights.js';
import type { User } from './user.entity.js';

/** Lifts a suspension. */
@Action({ onlyOnShow: true, description: 'Let a suspended user sign in again.' })
export class ReactivateUser implements ShowActionHandler<User> {
  canSee(request: ResourceRequest) {
    return isAdmin(request);
  }

  async handle(request: ActionRequest, user: User) {
    await request.update([user], { suspended_at: null });
    return { message: 'User reactivated.' };
  }
}
