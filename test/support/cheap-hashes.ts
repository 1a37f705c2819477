import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

const real = crypto.scrypt as Scrypt;

/** The number of iterations of today's password hashes, which take 128 MiB and half a second. */
const ITERATIONS = 2 ** 17;

/**
 * Computes today's password hashes with a thousandth of their memory. All others are real, and
 * `scryptSync` always is. Only tests, and processes that call {@link makeHashesCheap}, accept such a
 * hash.
 */
const cheap: Scrypt = (password, salt, bytes, options, done) =>
  real(
    password,
    salt,
    bytes,
    { ...options, N: options.N === ITERATIONS ? ITERATIONS / 1024 : options.N! },
    done,
  );

/** Makes password hashes of this process cheap. */
export function makeHashesCheap(): void {
  replaceScrypt(cheap);
}

export function makeHashesReal(): void {
  replaceScrypt(real);
}

function replaceScrypt(scrypt: Scrypt): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}
