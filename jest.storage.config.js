import { base, shared } from './jest.config.js';

/**
 * The tests with a real object store, a real Redis or replicated databases, which they start and
 * stop themselves: `npm run test:storage`. They need the Debian packages `ceph-mon`, `ceph-osd`,
 * `radosgw`, `redis-server`, `postgresql` and `mariadb-server`.
 *
 * @type {import('jest').Config}
 */
export default { ...base, ...shared, testMatch: ['**/*.store.ts'] };
