import type { CompanyRow } from './companies.js';
import { ADMIN, AUTHOR, EDITOR, keys, READER, SUSPENDED, USERS } from './counts.js';
import { dayOf2025, HOUR, instant, timestamps } from './moments.js';
import { Random } from './random.js';
import { firstNames, lastNames } from './words.js';

const accounts = new Map([
  [ADMIN, { name: 'Ann Lee', email: 'admin@example.com' }],
  [EDITOR, { name: 'Edgar Moss', email: 'editor@example.com' }],
  [AUTHOR, { name: 'Aurora Vale', email: 'author@example.com' }],
  [READER, { name: 'Rita Stone', email: 'reader@example.com' }],
  [SUSPENDED, { name: 'Simon Frost', email: 'suspended@example.com' }],
]);

/**
 * The users, all with the same password. The last company has no users, so that it can be deleted.
 */
export function generateUsers(companies: readonly CompanyRow[], passwordHash: string) {
  const random = new Random('users');
  const employers = companies.slice(0, -1).map((company) => company.id);
  return keys(USERS).map((id) => ({
    id,
    ...(accounts.get(id) ?? somebody(random, id)),
    age: random.chance(0.15) ? null : random.integer(18, 79),
    avatar: null,
    preferences: id === ADMIN ? { theme: 'dark', locale: 'en' } : preferencesOf(random),
    company_id: id === ADMIN ? employers[0]! : random.chance(0.1) ? null : random.pick(employers),
    password: passwordHash,
    suspended_at: id === SUSPENDED ? instant(dayOf2025(120)) : null,
    is_admin: id === ADMIN,
    ...timestamps(random, dayOf2025(15) + id * 5 * HOUR),
  }));
}

/** A row of `users`. */
export type UserRow = ReturnType<typeof generateUsers>[number];

function somebody(random: Random, id: number) {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return { name: `${first} ${last}`, email: `${plain(first)}.${plain(last)}.${id}@example.com` };
}

function preferencesOf(random: Random) {
  if (random.chance(0.1)) return null;
  return {
    theme: random.pick(['light', 'dark', 'sepia']),
    locale: random.pick(['en', 'de', 'fr', 'pt', 'ja']),
  };
}

const undivided: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ß: 'ss', ı: 'i' };

/** Returns the plain lowercase letters of a name, for an email address. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[łøßı]/g, (letter) => undivided[letter]!)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
