import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

/** Returns scrypt with a thousandth of its memory. Hashes from elsewhere do not match it. */
export function cheapScrypt(): Scrypt {
  const real = crypto.scrypt as Scrypt;
  return (password, salt, bytes, options, done) =>
    real(password, salt, bytes, { ...options, N: Math.max(2, options.N! / 1024) }, done);
}

/** Makes password hashes of a process without a test runner cheap, until it ends. */
export function makeHashesCheap(): void {
  Object.assign(crypto, { scrypt: cheapScrypt() });
  syncBuiltinESMExports();
}
