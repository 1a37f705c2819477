import { keys, POSTS, USERS } from './counts.js';
import { DAY, dayOf2025, MINUTE, timestamps } from './moments.js';
import { Random } from './random.js';

/** Images of every fourth user and every fifth post, including the first of both. */
export function generateImages() {
  const random = new Random('images');
  const owners = [...ownersOf('users', USERS, 4), ...ownersOf('posts', POSTS, 5)];
  return owners.map((owner, index) => ({
    id: index + 1,
    ...owner,
    path: `/storage/images/${index + 1}/${random.hex(32)}.png`,
    alt: random.chance(0.25)
      ? null
      : random.pick(['A portrait.', 'A shelf of books.', 'A page of type.', 'Ein Blatt.']),
    ...timestamps(random, dayOf2025(230) + index * 30 * MINUTE + random.integer(0, DAY)),
  }));
}

const ownersOf = (imageable_type: string, count: number, step: number) =>
  keys(count)
    .filter((key) => key % step === 1)
    .map((imageable_id) => ({ imageable_type, imageable_id }));
