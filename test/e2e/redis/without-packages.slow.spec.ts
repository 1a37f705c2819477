import { startWithoutPackage } from '../../support/start-without-package.js';

describe('A start with REDIS_URL', () => {
  it.each(['ioredis', 'rate-limiter-flexible'])(
    'names the package %s if it is not installed (C12)',
    async (name) => {
      const REDIS_URL = 'redis://:secret@127.0.0.1:1';
      const { code, stderr } = await startWithoutPackage(name, { REDIS_URL });
      expect(code).toBe(1);
      expect(stderr).toContain(
        `redis.url (REDIS_URL) needs the package ${name}: npm install ioredis rate-limiter-flexible`,
      );
      expect(stderr).not.toMatch(/ {4}at |secret/);
    },
  );
});
