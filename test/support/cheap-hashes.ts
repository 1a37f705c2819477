import crypto from 'node:crypto';
import { cheapScrypt } from './cheap-scrypt.js';
import { spyOnBuiltin } from './spy-on-builtin.js';

/** Makes password hashes of this test file cheap. Hashes from elsewhere do not match meanwhile. */
export function cheapHashes(): void {
  if ('mock' in crypto.scrypt) return;
  const cheap = cheapScrypt();
  spyOnBuiltin(crypto, 'scrypt').mockImplementation(cheap as never);
}
