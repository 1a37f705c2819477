import { generateDemo } from '../../../demo/seed/generate-demo.js';

const demo = generateDemo('hash');
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const RESERVED_KEYS = ['actions', 'filters', 'attach', 'sync', 'detach', 'bulk'];

const keysOf = (rows: readonly { readonly id: number | string }[]) =>
  new Set(rows.map((row) => row.id));
/** Type and key of every possible target of a morph relation. */
const subjects = new Set(
  (['users', 'companies', 'posts', 'videos'] as const).flatMap((type) =>
    demo[type].map(({ id }) => `${type} ${id}`),
  ),
);
const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

describe('The demo of the seed', () => {
  it('is the same each time, order and keys included', () => {
    expect(JSON.stringify(generateDemo('hash'))).toBe(JSON.stringify(demo));
    expect(demo.companies[0]!.id).toBe('2410cc19-24de-4fe9-80df-a0d8cd88a472');
  });

  it('has the documented number of rows', () => {
    const counts = Object.fromEntries(
      Object.entries(demo).map(([table, rows]) => [table, rows.length]),
    );
    expect(counts).toMatchObject({
      companies: 12,
      users: 200,
      phones: 190,
      roles: 8,
      posts: 2_000,
      videos: 60,
      comments: 6_000,
      tags: 40,
    });
    const drafts = demo.posts.filter((post) => post.status === 'draft').length;
    expect(drafts / demo.posts.length).toBeCloseTo(1 / 3, 2);
  });

  it('counts integer keys from 1 without a gap', () => {
    for (const rows of [
      demo.users,
      demo.phones,
      demo.roles,
      demo.posts,
      demo.videos,
      demo.comments,
      demo.images,
    ]) {
      expect(rows.map((row) => row.id)).toEqual(rows.map((_, index) => index + 1));
    }
  });

  it('has keys of companies and batches in the form of version 4', () => {
    for (const { id } of demo.companies) expect(id).toMatch(UUID_4);
    for (const { batch_id } of demo.action_logs) expect(batch_id).toMatch(UUID_4);
  });

  it('breaks no unique column and no composed key', () => {
    expect(isUnique(demo.users.map((user) => user.email))).toBe(true);
    expect(isUnique(demo.companies.map((company) => company.name))).toBe(true);
    expect(isUnique(demo.phones.map((phone) => phone.user_id))).toBe(true);
    expect(isUnique(demo.role_user.map((link) => `${link.user_id} ${link.role_id}`))).toBe(true);
    expect(
      isUnique(demo.company_partners.map((pair) => `${pair.company_id} ${pair.partner_id}`)),
    ).toBe(true);
    expect(
      isUnique(
        demo.taggables.map((link) => `${link.tag_id} ${link.taggable_type} ${link.taggable_id}`),
      ),
    ).toBe(true);
  });

  it('refers to nothing that is missing', () => {
    const users = keysOf(demo.users);
    const roles = keysOf(demo.roles);
    const companies = keysOf(demo.companies);
    const owned = [
      ...demo.posts,
      ...demo.videos,
      ...demo.comments,
      ...demo.phones,
      ...demo.role_user,
    ];
    expect(owned.filter((row) => !users.has(row.user_id))).toEqual([]);
    expect(demo.role_user.filter((link) => !roles.has(link.role_id))).toEqual([]);
    expect(
      demo.users.filter((user) => user.company_id !== null && !companies.has(user.company_id)),
    ).toEqual([]);
  });

  it('attaches comments, tags and images to existing records', () => {
    const isThere = (type: string, key: number | string) => subjects.has(`${type} ${key}`);
    expect(
      demo.comments.filter((row) => !isThere(row.commentable_type, row.commentable_id)),
    ).toEqual([]);
    expect(demo.taggables.filter((row) => !isThere(row.taggable_type, row.taggable_id))).toEqual(
      [],
    );
    expect(demo.images.filter((row) => !isThere(row.imageable_type, row.imageable_id))).toEqual([]);
  });

  it('stores partnership both ways', () => {
    const pairs = new Set(
      demo.company_partners.map((pair) => `${pair.company_id} ${pair.partner_id}`),
    );
    for (const { company_id, partner_id } of demo.company_partners)
      expect(pairs).toContain(`${partner_id} ${company_id}`);
  });

  it('keeps every instant in 2025, to the millisecond, and no change before its row (C1.6)', () => {
    const rows: readonly { readonly created_at: string; readonly updated_at?: string }[] =
      Object.values(demo)
        .flat()
        .filter((row) => 'created_at' in row);
    expect(rows.length).toBeGreaterThan(8_000);
    const isInstant = (text: string) => /^2025-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/.test(text);
    const isWrong = ({ created_at, updated_at = created_at }: (typeof rows)[number]) =>
      !isInstant(created_at) || !isInstant(updated_at) || updated_at < created_at;
    expect(rows.filter(isWrong)).toEqual([]);
  });

  it('publishes every post except the drafts, after it was written', () => {
    const [drafts, others] = [true, false].map((isDraft) =>
      demo.posts.filter((post) => (post.status === 'draft') === isDraft),
    );
    expect(drafts!.filter((post) => post.published_at !== null)).toEqual([]);
    expect(others!.filter((post) => !(post.published_at! >= post.created_at))).toEqual([]);
    expect(others!.filter((post) => !(post.published_at! <= post.updated_at))).toEqual([]);
  });

  it('has titles that are difficult for searches, quoting and sorting (C5.8)', () => {
    const titles = demo.posts
      .filter((post) => post.status === 'published')
      .map((post) => post.title);
    for (const trap of ['%', '_', '"', "'", '\\', '!', 'ß', '日', '📚']) {
      expect(titles.filter((title) => title.includes(trap))).not.toEqual([]);
    }
    expect(titles).toEqual(
      expect.arrayContaining(['errata', 'Errata', 'ERRATA', 'The Last Word', 'The Last Word ']),
    );
    expect(demo.posts.filter((post) => post.title.length > 200)).toEqual([]);
  });

  it('uses no reserved word as the key of a tag (C1.2)', () => {
    for (const { slug } of demo.tags) {
      expect(slug).toMatch(/^[a-z0-9_-]{1,64}$/);
      expect(RESERVED_KEYS).not.toContain(slug);
    }
  });
});
