import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { expensive } from '../../base/expensive.js';
import { Slots } from '../../base/schedule/slots.js';

interface Cost {
  /** N: number of iterations, a power of two. */
  readonly rounds: number;
  /** r: block size; one hash takes 128 * N * r bytes of memory. */
  readonly blockSize: number;
  /** p: independent computations, one after another. */
  readonly lanes: number;
}

interface StoredPassword extends Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Result of {@link checkPassword}. */
export interface PasswordCheckResult {
  readonly isRight: boolean;
  /**
   * The hash to store instead of an outdated one; `null` if the password is wrong or the hash is up
   * to date.
   */
  readonly upgraded: string | null;
}

/**
 * OWASP's recommendation for scrypt (Password Storage Cheat Sheet, 2026): 128 MiB, about half a
 * second of a thread.
 */
const COST: Cost = { rounds: 2 ** 17, blockSize: 8, lanes: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Memory in bytes that a stored hash may require. */
const MAX_MEMORY = 128 * 1024 * 1024;
const MAX_LANES = 4;
const STORED = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{11,86})\$([\w-]{43})$/;

/**
 * Hashes computed concurrently: 256 MiB, and half of the threads that Node also uses for files and
 * DNS.
 */
const hashing = new Slots({ running: 2 });
/**
 * New passwords and current ones use at most one slot, and each of them waits behind the logins that
 * came before it, so that those who have signed in never hold up logins. More than this many waiting
 * ones are rejected: the last of them would wait for about half a minute.
 */
const aside = new Slots({ running: 1, waiting: 50 });

/** Checked in place of a missing hash, so that the check takes as long as any other. */
const decoy: StoredPassword = {
  ...COST,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(KEY_BYTES),
};

/**
 * Returns the hash to store for a password: `scrypt$N$r$p$salt$hash`.
 *
 * @throws RequestError `unavailable` if too many are waiting
 * @contract C2.4
 */
export const hashPassword = expensive((password: string): Promise<string> =>
  aside.run(() => createHash(password)),
);

/**
 * Checks a password. Runs exactly one scrypt, even if the hash is missing, malformed or has
 * parameters out of bounds (which no password matches).
 *
 * @contract C2.2
 */
export async function verifyPassword(
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  return matches(password, parseStored(stored));
}

/** Verifies the password of a user who has signed in, as {@link verifyPassword}. */
export const verifyCurrentPassword = (
  password: string,
  stored: string | null | undefined,
): Promise<boolean> => aside.run(() => verifyPassword(password, stored));

/**
 * Checks a password at login. An outdated hash is always recomputed, so that the duration does not
 * reveal whether the password was right.
 *
 * @contract C2.2, C2.4
 */
export async function checkPassword(
  password: string,
  stored: string | null,
): Promise<PasswordCheckResult> {
  const found = parseStored(stored);
  const isRight = await matches(password, found);
  if (!found || !isOutdated(found)) return { isRight, upgraded: null };
  const upgraded = await createHash(password);
  return { isRight, upgraded: isRight ? upgraded : null };
}

/** Identifies the password hash under which a token was issued. @contract C2.4 */
export function fingerprintOf(stored: unknown): string {
  return hash('sha256', typeof stored === 'string' ? stored : '').slice(0, 32);
}

async function matches(password: string, found: StoredPassword | undefined): Promise<boolean> {
  const expected = found ?? decoy;
  const key = await derive(password, expected.salt, expected);
  return timingSafeEqual(key, expected.hash) && found !== undefined;
}

async function createHash(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  const { rounds, blockSize, lanes } = COST;
  return [
    'scrypt',
    rounds,
    blockSize,
    lanes,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

function parseStored(stored: string | null | undefined): StoredPassword | undefined {
  const parts = STORED.exec(stored ?? '');
  if (!parts) return undefined;
  const [rounds, blockSize, lanes] = parts.slice(1, 4).map(Number) as [number, number, number];
  if (!isSane({ rounds, blockSize, lanes })) return undefined;
  const [salt, key] = parts.slice(4).map((part) => Buffer.from(part, 'base64url')) as [
    Buffer,
    Buffer,
  ];
  return { rounds, blockSize, lanes, salt, hash: key };
}

function isSane({ rounds, blockSize, lanes }: Cost): boolean {
  const isPowerOfTwo = rounds > 1 && (rounds & (rounds - 1)) === 0;
  const fits = 128 * rounds * blockSize <= MAX_MEMORY && lanes <= MAX_LANES;
  return isPowerOfTwo && fits && blockSize > 0 && lanes > 0;
}

const isOutdated = ({ rounds, blockSize }: Cost): boolean =>
  rounds < COST.rounds || blockSize < COST.blockSize;

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const options = { N: cost.rounds, r: cost.blockSize, p: cost.lanes, maxmem: 2 * MAX_MEMORY };
  return hashing.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
