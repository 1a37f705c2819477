import { ADMIN, AUTHOR, keys, POSTS, writers } from './counts.js';
import { after, DAY, dayOf2025, HOUR, instant } from './moments.js';
import { Random } from './random.js';
import { adjectives, awkwardTitles, nouns, places, sentences } from './words.js';

const FIRST_AWKWARD = 4;

/** All users with posts except the admin, who gets every fiftieth: 40. */
const others = writers.filter((user) => user !== ADMIN);

/** Posts in the order of writing; every third is a draft, and all awkward titles are published. */
export function generatePosts() {
  const random = new Random('posts');
  return keys(POSTS).map((id) => {
    const status = statusOf(random, id);
    return {
      id,
      title: titleOf(random, id),
      description: random.chance(0.1)
        ? null
        : random.sample(sentences, random.integer(1, 4)).join(' '),
      status,
      user_id: writerOf(random, id),
      ...momentsOf(random, id, status),
    };
  });
}

/** A row of `posts`. */
export type PostRow = ReturnType<typeof generatePosts>[number];

function statusOf(random: Random, id: number) {
  if (id % 3 === 0) return 'draft';
  if (id === 1 || awkwardTitle(id) !== undefined) return 'published';
  return random.chance(0.15) ? 'archived' : 'published';
}

function titleOf(random: Random, id: number): string {
  if (id === 1) return 'How a Book Is Made';
  return awkwardTitle(id) ?? ordinaryTitle(random);
}

/** Every third post from the fourth on, as long as there are titles; never a draft. */
const awkwardTitle = (id: number): string | undefined => awkwardTitles[(id - FIRST_AWKWARD) / 3];

function ordinaryTitle(random: Random): string {
  const [one, another] = random.sample(nouns, 2) as [string, string];
  const adjective = random.pick(adjectives);
  return random.pick([
    `${adjective} ${one}`,
    `${adjective} ${one} of ${random.pick(places)}`,
    `${one} and ${another}`,
    `Notes on ${one}`,
    `What ${one} Owe to ${another}`,
    `A Year of ${adjective} ${one}`,
  ]);
}

function writerOf(random: Random, id: number): number {
  if (id % 50 === 1) return ADMIN;
  return id % 100 === 2 ? AUTHOR : random.pick(others);
}

/** Published on the full hour, so that some posts share the moment. */
function momentsOf(random: Random, id: number, status: string) {
  const created = after(random, dayOf2025(60) + id * 2 * HOUR, 5 * HOUR);
  const published = Math.ceil(after(random, created, 9 * DAY) / HOUR) * HOUR;
  const updated =
    status === 'draft' ? after(random, created, 9 * DAY) : after(random, published, 9 * DAY);
  return {
    published_at: status === 'draft' ? null : instant(published),
    created_at: instant(created),
    updated_at: instant(updated),
  };
}
