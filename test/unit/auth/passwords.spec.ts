import crypto from 'node:crypto';
import {
  checkPassword,
  fingerprintOf,
  hashPassword,
  verifyPassword,
} from '../../../src/modules/auth/passwords.js';
import { makeHashesCheap, makeHashesReal } from '../../support/cheap-hashes.js';

const part = (bytes: number) => crypto.randomBytes(bytes).toString('base64url');

describe('Passwords', () => {
  it('are stored as scrypt with their parameters and a salt of their own (C2.4)', async () => {
    const [first, second] = await Promise.all([hashPassword('secret'), hashPassword('secret')]);
    expect(first).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(first).not.toBe(second);
    expect([await verifyPassword('secret', first), await verifyPassword('Secret', first)]).toEqual([
      true,
      false,
    ]);
  });

  it('take 128 MiB, as OWASP recommends: real hashes, which no other test computes (C2.4)', async () => {
    makeHashesReal();
    const stored = await hashPassword('secret');
    makeHashesCheap();
    const [, rounds, blockSize, lanes, salt, key] = stored.split('$');
    const options = { N: Number(rounds), r: Number(blockSize), p: Number(lanes) };
    expect(128 * options.N * options.r).toBe(128 * 1024 * 1024);
    const real = crypto.scryptSync('secret', Buffer.from(salt!, 'base64url'), 32, {
      ...options,
      maxmem: 256 * 1024 * 1024,
    });
    expect(real.toString('base64url')).toBe(key);
  });

  it('are verified by the stored parameters (C2.4)', async () => {
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
  ])(
    'match no stored %j, which still costs one scrypt hash of the usual size (C2.2)',
    async (stored) => {
      const scrypt = jest.spyOn(crypto, 'scrypt');
      expect(await verifyPassword('secret', stored)).toBe(false);
      expect(scrypt).toHaveBeenCalledTimes(1);
      expect(scrypt.mock.calls[0]![3]).toMatchObject({ N: 131072, r: 8, p: 1 });
      scrypt.mockRestore();
    },
  );

  describe('with older parameters', () => {
    const outdated = () => {
      const salt = crypto.randomBytes(16);
      const key = crypto.scryptSync('secret', salt, 32, { N: 16384, r: 8, p: 1 });
      return `scrypt$16384$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
    };

    it('cost the same work whether the password is right or wrong (C2.2)', async () => {
      const stored = outdated();
      const scrypt = jest.spyOn(crypto, 'scrypt');
      const costs = async (password: string) => {
        scrypt.mockClear();
        await checkPassword(password, stored);
        return scrypt.mock.calls.map(([, , , options]) => options.N);
      };
      expect(await costs('secret')).toEqual([16384, 131072]);
      expect(await costs('wrong')).toEqual([16384, 131072]);
      expect(await checkPassword('wrong', stored)).toEqual({ isRight: false, upgraded: null });
      scrypt.mockRestore();
    });
  });

  it('are hashed two at a time, and new ones one at a time, so that logins never wait for many (C2.4)', async () => {
    const works: (() => void)[] = [];
    const scrypt = jest.spyOn(crypto, 'scrypt').mockImplementation((...given: unknown[]) => {
      const done = given.at(-1) as (error: null, key: Buffer) => void;
      works.push(() => done(null, Buffer.alloc(32)));
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const stores = ['a', 'b', 'c'].map(hashPassword);
    await settle();
    expect(works).toHaveLength(1);
    const checks = ['d', 'e', 'f'].map((text) => verifyPassword(text, null));
    await settle();
    expect(works).toHaveLength(2);
    for (let done = 0; done < 6; done++) {
      works[done]!();
      await settle();
      expect(works.length).toBeLessThanOrEqual(done + 3);
    }
    await Promise.all([...stores, ...checks]);
    expect(works).toHaveLength(6);
    scrypt.mockRestore();
  });

  it('are rejected if more than 50 new ones wait, and logins are not (C12)', async () => {
    const stored = await hashPassword('secret');
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 60 }, () => hashPassword('secret')),
      ...Array.from({ length: 20 }, () => verifyPassword('secret', stored)),
    ]);
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(9);
    expect(rejected[0]).toMatchObject({
      reason: { code: 'unavailable', headers: { 'Retry-After': '5' } },
    });
    expect(outcomes.slice(60)).toEqual(Array(20).fill({ status: 'fulfilled', value: true }));
  });

  it('may be any string: empty, long, beyond ASCII (C2.4)', async () => {
    for (const text of ['', 'x'.repeat(100_000), 'pässwörd 💡']) {
      expect(await verifyPassword(text, await hashPassword(text))).toBe(true);
    }
  });

  it('have a fingerprint of 32 hex digits that changes with the hash (C2.4)', () => {
    expect(fingerprintOf('a')).toBe(
      crypto.createHash('sha256').update('a').digest('hex').slice(0, 32),
    );
    expect(fingerprintOf('b')).not.toBe(fingerprintOf('a'));
    expect(fingerprintOf(null)).toBe(fingerprintOf(''));
  });
});
