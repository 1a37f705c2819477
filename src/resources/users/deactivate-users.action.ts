import { Action, type ActionHandler, type ActionRequest, type ResourceRequest } from '../../index.js';
import { isAdmin } from '../rights.js';
import type { User } from './user.entity.js';

interface Deactivated {
  readonly message: string;
  readonly deactivated: number;
}

/** Ends the tokens of accounts and keeps them from signing in. */
@Action({ destructive: true, description: 'Suspend users: they can no longer sign in, and their tokens end.' })
export class DeactivateUsers implements ActionHandler<User> {
  canSee(request: ResourceRequest) {
    return isAdmin(request);
  }

  canRun(user: User, record: User) {
    return record.id !== user.id;
  }

  async handle(request: ActionRequest, users: User[]): Promise<Deactivated> {
    await request.update(users, { suspended_at: new Date() });
    return { message: 'Users deactivated.', deactivated: users.length };
  }

  reduce(total: Deactivated, chunk: Deactivated): Deactivated {
    return { ...total, deactivated: total.deactivated + chunk.deactivated };
  }
}
