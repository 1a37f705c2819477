import { Injectable } from '@nestjs/common';
import {
  and,
  differs,
  everything,
  not,
  or,
  presentThrough,
  visibleThrough,
  where,
  type ActionLog,
  type Policy,
  type Scope,
} from 'resource-api';
import type { User } from '../users/user.entity.js';

/**
 * Users who may see a record may read its log, but only admins read what happened to other users. A
 * row without a record, or about a deleted one, is visible to its acting user. The log is
 * read-only.
 *
 * @contract C8.4
 */
@Injectable()
export class ActionLogPolicy implements Policy<ActionLog> {
  scope(user: User): Scope<ActionLog> {
    if (user.is_admin) return everything();
    const self = String(user.id);
    const aboutNoOtherUser = where<ActionLog>(
      { actionable_type: differs('users') },
      { actionable_id: self },
    );
    return or<ActionLog>(
      and(visibleThrough('actionable'), aboutNoOtherUser),
      and(not(presentThrough('actionable')), where<ActionLog>({ user_id: self })),
    );
  }

  index() {
    return true;
  }
}
