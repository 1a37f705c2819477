import { keys, VIDEOS, writers } from './counts.js';
import { DAY, dayOf2025, timestamps } from './moments.js';
import { Random } from './random.js';
import { nouns, places } from './words.js';

/** Videos about publishing. */
export function generateVideos() {
  const random = new Random('videos');
  return keys(VIDEOS).map((id) => ({
    id,
    title: `${random.pick(nouns)} in ${random.pick(places)}`,
    url: `https://videos.example.com/watch/${random.hex(11)}`,
    user_id: random.pick(writers),
    ...timestamps(random, dayOf2025(70) + id * 2 * DAY),
  }));
}

/** A row of `videos`. */
export type VideoRow = ReturnType<typeof generateVideos>[number];
