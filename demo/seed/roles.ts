import { ADMIN, AUTHOR, EDITOR, keys, READER, SUSPENDED, USERS } from './counts.js';
import { dayOf2025, timestamps } from './moments.js';
import { Random } from './random.js';
import { roles } from './words.js';

type RoleName = (typeof roles)[number];

const chosen = new Map<number, readonly RoleName[]>([
  [ADMIN, ['admin', 'editor']],
  [EDITOR, ['editor']],
  [AUTHOR, ['author']],
  [READER, ['reader']],
  [SUSPENDED, ['author', 'reader']],
]);

/** The roles of the other users, who are neither admins nor editors. */
const ordinary = roles.filter((role) => role !== 'admin' && role !== 'editor');

/** The roles and their users. */
export function generateRoles() {
  const random = new Random('roles');
  const rows = roles.map((name, index) => ({
    id: index + 1,
    name,
    ...timestamps(random, dayOf2025(2)),
  }));
  const links = keys(USERS).flatMap((user) => linksOf(random, user));
  return { roles: rows, role_user: links };
}

function linksOf(random: Random, user: number) {
  const fixed = chosen.get(user);
  const names = fixed ?? random.sample(ordinary, random.integer(0, 3));
  return names.map((name) => ({
    user_id: user,
    role_id: roles.indexOf(name) + 1,
    policy: fixed ? policyOf(name) : random.pick(['read', 'write', 'own', null]),
    active: fixed ? true : random.pick([true, true, false, null]),
    granted_by: user === ADMIN || random.chance(0.3) ? null : ADMIN,
  }));
}

function policyOf(role: RoleName) {
  if (role === 'reader') return 'read';
  return role === 'author' ? 'own' : 'write';
}
