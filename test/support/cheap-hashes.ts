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

/** Hashes that do not end before the test lets them. */
export interface HeldHashes {
  /** Resolves once the first of them has begun. */
  readonly begun: Promise<void>;
  release(): void;
}

/** Holds up the hashes of one password. All others stay cheap. */
export function holdHashesOf(password: string): HeldHashes {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const begun = new Promise<void>((begin) => {
    replaceScrypt((text, ...others) => {
      if (text !== password) return cheap(text, ...others);
      begin();
      void released.then(() => cheap(text, ...others));
    });
  });
  return { begun, release };
}

function replaceScrypt(scrypt: Scrypt): void {
  Object.assign(crypto, { scrypt });
  syncBuiltinESMExports();
}
