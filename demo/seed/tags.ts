import type { CompanyRow } from './companies.js';
import { dayOf2025, timestamps } from './moments.js';
import type { PostRow } from './posts.js';
import { Random } from './random.js';
import type { VideoRow } from './videos.js';
import { tags } from './words.js';

const slugs = tags.map(([slug]) => slug);

interface Taggables {
  readonly posts: readonly PostRow[];
  readonly videos: readonly VideoRow[];
  readonly companies: readonly CompanyRow[];
}

/** The tags and the tagged records; post 1 has three tags. */
export function generateTags({ posts, videos, companies }: Taggables) {
  const random = new Random('tags');
  const rows = tags.map(([slug, label]) => ({ slug, label, ...timestamps(random, dayOf2025(3)) }));
  const links = [
    ...posts.flatMap(({ id }) => linksOf(random, 'posts', id, id === 1 ? 3 : random.integer(0, 4))),
    ...videos.flatMap(({ id }) => linksOf(random, 'videos', id, random.integer(0, 3))),
    ...companies.flatMap(({ id }) => linksOf(random, 'companies', id, random.integer(1, 3))),
  ];
  return { tags: rows, taggables: links };
}

/** Only posts order their tags, and not all of them. */
function linksOf(random: Random, taggable_type: string, key: number | string, count: number) {
  const ordered = taggable_type === 'posts' && (key === 1 || random.chance(0.85));
  return random.sample(slugs, count).map((tag_id, index) => ({
    tag_id,
    taggable_type,
    taggable_id: String(key),
    position: ordered ? index + 1 : null,
  }));
}
