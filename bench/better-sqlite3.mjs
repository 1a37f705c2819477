import { createRequire } from 'node:module';

const [major] = process.versions.node.split('.');

/** The version that the service loads too, see `src/database/engines/sqlite/load-better-sqlite.ts`. */
export default createRequire(import.meta.url)(
  Number(major) < 24 ? 'better-sqlite3' : 'better-sqlite3-13',
);
