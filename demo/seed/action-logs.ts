import type { CompanyRow } from './companies.js';
import { ADMIN, AUTHOR } from './counts.js';
import type { PostRow } from './posts.js';
import { Random } from './random.js';
import type { UserRow } from './users.js';

type Values = Readonly<Record<string, unknown>>;

interface Logged {
  readonly actor: number;
  readonly name: 'Stored' | 'Updated';
  readonly on: readonly [type: string, key: number | string];
  readonly original?: Values;
  readonly changes: Values;
  readonly at: string;
}

interface Subjects {
  readonly posts: readonly PostRow[];
  readonly users: readonly UserRow[];
  readonly companies: readonly CompanyRow[];
}

/** The log of some records; its values are those on the wire. @contract C8.1 */
export function generateActionLogs({ posts, users, companies }: Subjects) {
  const random = new Random('action_logs');
  const [first, second] = posts as [PostRow, PostRow];
  const entries = [
    ...companies.slice(0, 3).map(storingOfCompany),
    birthdayOf(users[0]!),
    ...makingOfFirstPost(first),
    storingOfPost(second, AUTHOR),
  ];
  return entries.map((entry, index) => rowOf(random, index + 1, entry));
}

function rowOf(
  random: Random,
  id: number,
  { actor, name, on: [type, key], original = {}, changes, at }: Logged,
) {
  return {
    id,
    user_id: String(actor),
    name,
    actionable_type: type,
    actionable_id: String(key),
    status: 'finished',
    original,
    changes,
    exception: '',
    batch_id: random.uuid(),
    meta: { channel: 'http', client: 'curl/8.5.0' },
    created_at: at,
  };
}

const storingOfCompany = ({ id, name, country, created_at }: CompanyRow): Logged => ({
  actor: ADMIN,
  name: 'Stored',
  on: ['companies', id],
  changes: { name, country },
  at: created_at,
});

const storingOfPost = ({ id, title, description, created_at }: PostRow, actor: number): Logged => ({
  actor,
  name: 'Stored',
  on: ['posts', id],
  changes: { title, description, status: 'draft', user_id: String(actor) },
  at: created_at,
});

const birthdayOf = ({ id, age, updated_at }: UserRow): Logged => ({
  actor: ADMIN,
  name: 'Updated',
  on: ['users', id],
  original: { age: age === null ? null : age - 1 },
  changes: { age },
  at: updated_at,
});

/** Stored with a working title, and published with its final title. */
function makingOfFirstPost(post: PostRow): Logged[] {
  const stored = storingOfPost({ ...post, title: 'Untitled' }, ADMIN);
  const published_at = post.published_at!;
  return [
    stored,
    {
      actor: ADMIN,
      name: 'Updated',
      on: ['posts', post.id],
      original: { title: 'Untitled', status: 'draft', published_at: null },
      changes: {
        title: post.title,
        status: 'published',
        published_at: `${published_at.replace(' ', 'T')}Z`,
      },
      at: post.updated_at,
    },
  ];
}
