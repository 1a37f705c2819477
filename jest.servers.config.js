import { base, shared } from './jest.config.js';

/**
 * The tests that start servers of their own, to pause and stop them: `npm run verify:servers`. Those
 * of runs are repeated with a queue in Redis. They
 * need the Debian packages `postgresql`, `mariadb-server`, `redis-server`, `ceph-mon`, `ceph-osd` and
 * `radosgw`.
 *
 * @type {import('jest').Config}
 */
export default {
  ...base,
  projects: [
    { ...shared, displayName: 'servers', testMatch: ['**/*.servers.ts'] },
    {
      ...shared,
      displayName: 'queue',
      testMatch: ['**/test/e2e/runs/*.spec.ts', '!**/*.slow.spec.ts'],
      setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/test/support/queue-setup.ts'],
    },
  ],
};
