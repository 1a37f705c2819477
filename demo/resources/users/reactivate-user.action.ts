import { IsString } from 'class-validator';
import {
  Action,
  type ActionRequest,
  type ResourceRequest,
  type ShowActionHandler,
} from 'resource-api';
import { isAdmin } from '../rights.js';
import type { User } from './user.entity.js';

class Reactivated {
  @IsString()
  readonly message!: string;
}

/** Lifts a suspension. */
@Action({
  onlyOnShow: true,
  description: 'Let a suspended user sign in again.',
  response: Reactivated,
})
export class ReactivateUser implements ShowActionHandler<User> {
  canSee(request: ResourceRequest) {
    return isAdmin(request);
  }

  async handle(request: ActionRequest, user: User): Promise<Reactivated> {
    await request.update([user], { suspended_at: null });
    return { message: 'User reactivated.' };
  }
}
