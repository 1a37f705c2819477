// In your own project, this file is what `npx resource-api client --out src/api.ts` writes.
export { createApi } from '../../../demo/client/api.js';
