import { COMMENTS, FIRST_SILENT_USER, keys } from './counts.js';
import { after, DAY, timestamps } from './moments.js';
import type { PostRow } from './posts.js';
import { Random } from './random.js';
import type { VideoRow } from './videos.js';
import { remarks } from './words.js';

const ON_FIRST_POST = 30;
const readers = keys(FIRST_SILENT_USER - 1);

/**
 * Comments: thirty on post 1, the others spread over posts and videos, each made after its subject.
 */
export function generateComments(posts: readonly PostRow[], videos: readonly VideoRow[]) {
  const random = new Random('comments');
  const [first, ...otherPosts] = posts;
  return keys(COMMENTS).map((id) => {
    const onVideo = id > ON_FIRST_POST && random.chance(0.12);
    const subject =
      id <= ON_FIRST_POST ? first! : random.pick<PostRow | VideoRow>(onVideo ? videos : otherPosts);
    return {
      id,
      comment: random.sample(remarks, random.integer(1, 2)).join(' '),
      commentable_type: onVideo ? 'videos' : 'posts',
      commentable_id: subject.id,
      user_id: random.pick(readers),
      ...timestamps(random, after(random, Date.parse(`${subject.created_at}Z`), 30 * DAY)),
    };
  });
}
