import crypto from 'node:crypto';
import { fingerprintOf, hashPassword, verifyPassword } from '../../../src/modules/auth/passwords.js';

const part = (bytes: number) => crypto.randomBytes(bytes).toString('base64url');

describe('Passwords', () => {
  it('are stored as scrypt with their parameters and a salt of their own (C2.4)', async () => {
    const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(first).toMatch(/^scrypt\$16384\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect([await verifyPassword('secret', first), await verifyPassword('Secret', first)]).toEqual([true, false]);
  });

  it('are verified by the parameters that are stored (C2.4)', async () => {
    const salt = Buffer.alloc(16, 7);
    const key = crypto.scryptSync('secret', salt, 32, { N: 1024, r: 4, p: 2 });
    const stored = `scrypt$1024$4$2$${salt.toString('base64url')}$${key.toString('base64url')}`;
    expect(await verifyPassword('secret', stored)).toBe(true);
    expect(await verifyPassword('secret', stored.replace('$1024$', '$2048$'))).toBe(false);
  });

  it.each([
    undefined,
    null,
    '',
    'secret',
    `scrypt$16384$8$1$${part(16)}`,
    `scrypt$0$8$1$${part(16)}$${part(32)}`,
    `scrypt$1000$8$1$${part(16)}$${part(32)}`,
    `scrypt$1048576$8$1$${part(16)}$${part(32)}`,
    `scrypt$16384$0$1$${part(16)}$${part(32)}`,
    `scrypt$16384$8$99$${part(16)}$${part(32)}`,
    `scrypt$16384$8$1$${part(16)}$${part(31)}`,
    `bcrypt$16384$8$1$${part(16)}$${part(32)}`,
  ])('match no stored %j, which costs one scrypt of the usual size all the same (C2.2)', async (stored) => {
    const scrypt = jest.spyOn(crypto, 'scrypt');
    expect(await verifyPassword('secret', stored)).toBe(false);
    expect(scrypt).toHaveBeenCalledTimes(1);
    expect(scrypt.mock.calls[0]![3]).toMatchObject({ N: 16384, r: 8, p: 1 });
    scrypt.mockRestore();
  });

  it('of any text have a hash: empty, long, beyond ASCII (C2.4)', async () => {
    for (const text of ['', 'x'.repeat(100_000), 'pässwörd 💡']) {
      expect(await verifyPassword(text, await hashPassword(text))).toBe(true);
    }
  });

  it('have a fingerprint of 32 hex digits that changes with the hash (C2.4)', () => {
    expect(fingerprintOf('a')).toBe(crypto.createHash('sha256').update('a').digest('hex').slice(0, 32));
    expect(fingerprintOf('b')).not.toBe(fingerprintOf('a'));
    expect(fingerprintOf(null)).toBe(fingerprintOf(''));
  });
});
