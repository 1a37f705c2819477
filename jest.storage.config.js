import { base, shared } from './jest.config.js';

/**
 * The tests with a server beside the database, which they start and stop themselves:
 * `npm run test:storage`. They need the Debian packages `ceph-mon`, `ceph-osd` and `radosgw`.
 *
 * @type {import('jest').Config}
 */
export default {
  ...base,
  projects: [{ ...shared, displayName: 'storage', testMatch: ['**/*.store.ts'] }],
};
