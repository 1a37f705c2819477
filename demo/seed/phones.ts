import { keys, USERS } from './counts.js';
import { dayOf2025, HOUR, timestamps } from './moments.js';
import { Random } from './random.js';

/**
 * A phone for each user except every twentieth. Numbers are unique, and in another order than their
 * users.
 */
export function generatePhones() {
  const random = new Random('phones');
  const owners = keys(USERS).filter((user) => user % 20 !== 0);
  return owners.map((user_id, index) => ({
    id: index + 1,
    number: `${random.pick(['+44 20', '+49 30', '+1 212'])} 555 ${1_000 + ((user_id * 37) % 9_000)}`,
    user_id,
    ...timestamps(random, dayOf2025(60) + user_id * HOUR),
  }));
}
