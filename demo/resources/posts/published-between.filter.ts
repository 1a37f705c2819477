import {
  and,
  defineRules,
  Filter,
  gte,
  lt,
  lte,
  where,
  type Condition,
  type FilterHandler,
  type Payload,
  type ResourceRequest,
} from 'resource-api';
import type { Post } from './post.entity.js';

const period = defineRules({
  from: ['required', 'date'],
  to: ['required', 'date', 'after_or_equal:from'],
});

const DAY = 24 * 60 * 60 * 1000;

/** Selects posts published in a period, which includes days without a time as a whole. */
@Filter({ rules: period })
export class PublishedBetween implements FilterHandler<Post, typeof period> {
  condition(_request: ResourceRequest, { from, to }: Payload<typeof period>): Condition<Post> {
    const isDay = to.getTime() % DAY === 0;
    const end = isDay ? lt(new Date(to.getTime() + DAY)) : lte(to);
    return and<Post>(where<Post>({ published_at: gte(from) }), where<Post>({ published_at: end }));
  }
}
