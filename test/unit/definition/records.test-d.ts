/** What the compiler rejects in reads with the rights of a user; `npm run typecheck` runs it. */
import { Field, ResourceOf, where, type AppUser, type Records } from '../../../src/index.js';
import { Post, PostResource, type PostStatus } from './entities.js';

declare const records: Records;
declare const user: AppUser;
const posts = records.of(PostResource).for(user);

export async function reads() {
  const found: Post[] = await posts.find({
    where: where({ status: 'draft' }),
    orderBy: { publishedAt: 'desc', title: 'asc' },
    take: 20,
    skip: 20,
  });
  const one: Post | null = await posts.get(1);
  const count: number = await posts.count({ where: where({ userId: 1 }) });
  const sum: number = await posts.sum('userId');
  const average: number | null = await posts.average('userId');
  const last: Date | null = await posts.max('publishedAt');
  const perStatus: ReadonlyMap<PostStatus, number> = await posts.groupBy('status').count();
  const perUser: ReadonlyMap<number, string | null> = await posts
    .groupBy('userId', { keys: [1, 2], where: where({ status: ['draft', 'archived'] }) })
    .min('title');
  return { found, one, count, sum, average, last, perStatus, perUser };
}

/** Entities hold bigints and decimals as strings. */
class Price {
  id!: string;
  amount!: string;
  currency!: 'EUR' | 'CHF';
}
class PriceResource extends ResourceOf(Price) {
  @Field() amount!: string;
}
const prices = records.of(PriceResource).for(user);
export const total: Promise<string> = prices.sum('amount');
export const totals: Promise<ReadonlyMap<'EUR' | 'CHF', string>> = prices
  .groupBy('currency')
  .sum('amount');

export const mistakes: readonly unknown[] = [
  // @ts-expect-error the number of records is required
  posts.find({}),
  // @ts-expect-error a missing column in a condition
  posts.find({ take: 1, where: where({ user_id: 1 }) }),
  // @ts-expect-error not a status
  posts.count({ where: where({ status: 'deleted' }) }),
  // @ts-expect-error a missing column in an order
  posts.find({ take: 1, orderBy: { user_id: 'asc' } }),
  // @ts-expect-error not a direction
  posts.find({ take: 1, orderBy: { title: 'up' } }),
  // @ts-expect-error a missing column
  posts.sum('user_id'),
  // @ts-expect-error a column of named values
  posts.sum('status'),
  // @ts-expect-error a date cannot be added
  posts.sum('publishedAt'),
  // @ts-expect-error a relation
  posts.max('user'),
  // @ts-expect-error a date is not the key of a Map
  posts.groupBy('publishedAt'),
  // @ts-expect-error not a value of the column
  posts.groupBy('userId', { keys: ['1'] }),
  // @ts-expect-error a relation
  posts.groupBy('userId').sum('tags'),
  // @ts-expect-error named values are not numbers
  prices.groupBy('amount').sum('currency'),
  // @ts-expect-error not a resource
  records.of(Post),
];
