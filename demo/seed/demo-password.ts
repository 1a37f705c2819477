import { scrypt } from 'node:crypto';

const PASSWORD = 'password';
const SALT = Buffer.from('demo seed of 16!');
const COST = { N: 16_384, r: 8, p: 1 };
const KEY_BYTES = 32;

/**
 * Returns the hash of the demo's password in the format of the login. Its salt is fixed, so it is
 * computed once for all users and is the same on every machine. It protects nothing, because the
 * password is public.
 */
export async function hashDemoPassword(): Promise<string> {
  const key = await derive();
  return [
    'scrypt',
    COST.N,
    COST.r,
    COST.p,
    SALT.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

const derive = (): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(PASSWORD, SALT, KEY_BYTES, COST, (failure, key) =>
      failure ? reject(failure) : resolve(key),
    );
  });
