import {
  Filter,
  hasAtLeast,
  type Condition,
  type FilterHandler,
  type ResourceRequest,
} from 'resource-api';
import type { User } from './user.entity.js';

/** Selects users with a minimum number of posts that the caller may see. */
@Filter({ value: ['required', 'integer', 'min:1'] })
export class MinPosts implements FilterHandler<User, number> {
  condition(_request: ResourceRequest, count: number): Condition<User> {
    return hasAtLeast<User, 'posts'>('posts', count);
  }
}
