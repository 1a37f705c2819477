import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  /** N: how often, and over how much memory, the mixing runs; a power of two. */
  readonly rounds: number;
  /** r: kilobits of a block; memory is 128 * N * r bytes. */
  readonly blockSize: number;
  /** p: independent runs, one after another. */
  readonly lanes: number;
}

interface StoredPassword extends Cost {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const COST: Cost = { rounds: 16384, blockSize: 8, lanes: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Bytes of memory that a stored hash may demand, so that a row cannot exhaust the process. */
const MOST_MEMORY = 64 * 1024 * 1024;
const MOST_LANES = 4;
const STORED = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{11,86})\$([\w-]{43})$/;

/** What is compared with where there is no account, so that its absence takes as long to find out as a wrong password. */
const decoy: StoredPassword = { ...COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(KEY_BYTES) };

/** The hash to store of a password: `scrypt$N$r$p$salt$hash`, about 50 ms of a thread's time. @contract C2.4 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  const { rounds, blockSize, lanes } = COST;
  return ['scrypt', rounds, blockSize, lanes, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the stored one. Always runs one scrypt, also for a hash that is missing, malformed or asks
 * for absurd parameters (which no password matches), so that time tells nothing.
 *
 * @contract C2.2
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const found = parseStored(stored);
  const expected = found ?? decoy;
  const key = await derive(password, expected.salt, expected);
  return timingSafeEqual(key, expected.hash) && found !== undefined;
}

/** What a token remembers of the password that it was issued under. @contract C2.4 */
export function fingerprintOf(stored: unknown): string {
  return hash('sha256', typeof stored === 'string' ? stored : '').slice(0, 32);
}

function parseStored(stored: string | null | undefined): StoredPassword | undefined {
  const parts = STORED.exec(stored ?? '');
  if (!parts) return undefined;
  const [rounds, blockSize, lanes] = parts.slice(1, 4).map(Number) as [number, number, number];
  if (!isSane({ rounds, blockSize, lanes })) return undefined;
  const [salt, key] = parts.slice(4).map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  return { rounds, blockSize, lanes, salt, hash: key };
}

function isSane({ rounds, blockSize, lanes }: Cost): boolean {
  const isPowerOfTwo = rounds > 1 && (rounds & (rounds - 1)) === 0;
  const fits = 128 * rounds * blockSize <= MOST_MEMORY && lanes <= MOST_LANES;
  return isPowerOfTwo && fits && blockSize > 0 && lanes > 0;
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const options = { N: cost.rounds, r: cost.blockSize, p: cost.lanes, maxmem: 2 * MOST_MEMORY };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
