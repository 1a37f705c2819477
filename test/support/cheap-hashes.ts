import crypto, { type ScryptOptions } from 'node:crypto';

type Scrypt = (
  password: string,
  salt: Buffer,
  bytes: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

/**
 * Makes password hashes of this test file cheap: scrypt runs with a thousandth of its memory.
 * Hashes from elsewhere do not match meanwhile.
 */
export function cheapHashes(): void {
  let spy: jest.SpyInstance;
  beforeAll(() => {
    const real = crypto.scrypt as Scrypt;
    const cheap: Scrypt = (password, salt, bytes, options, done) =>
      real(password, salt, bytes, { ...options, N: Math.max(2, options.N! / 1024) }, done);
    spy = jest.spyOn(crypto, 'scrypt').mockImplementation(cheap as never);
  });
  afterAll(() => spy.mockRestore());
}
