import 'reflect-metadata';
import { migrationDataSource, readEnvironment } from 'resource-api';
import { deployment } from './demo/deployment.js';

/**
 * What `npm run migration:*` and TypeORM's own command line work on: the database of
 * `DATABASE_URL`.
 */
export default await migrationDataSource(deployment(readEnvironment(process.env)));
