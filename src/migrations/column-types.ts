export type { ColumnTypes } from '../execution/database/column-types.js';
export { engineUnder } from '../execution/database/find-server.js';
