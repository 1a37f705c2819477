import { IsInt, IsString } from 'class-validator';
import { Action, type ActionHandler, type ActionRequest, type ResourceRequest } from 'resource-api';
import { isAdmin } from '../rights.js';
import type { User } from './user.entity.js';

class Deactivated {
  @IsString()
  readonly message!: string;

  @IsInt()
  readonly deactivated!: number;
}

/**
 * Suspends accounts and revokes their tokens. Accounts that are already suspended keep their date.
 */
@Action({
  destructive: true,
  description: 'Suspend users: they can no longer sign in, and their tokens end.',
  response: Deactivated,
})
export class DeactivateUsers implements ActionHandler<User> {
  canSee(request: ResourceRequest) {
    return isAdmin(request);
  }

  canRun(user: User, record: User) {
    return record.id !== user.id;
  }

  async handle(request: ActionRequest, users: User[]): Promise<Deactivated> {
    const active = users.filter(({ suspended_at }) => !suspended_at);
    if (active.length > 0) await request.update(active, { suspended_at: new Date() });
    return { message: 'Users deactivated.', deactivated: active.length };
  }

  reduce(total: Deactivated, chunk: Deactivated): Deactivated {
    return { ...total, deactivated: total.deactivated + chunk.deactivated };
  }
}
