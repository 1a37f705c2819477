import { createApplication } from '../../../src/create-application.js';
import { filesDeployment } from './files-app.js';

/**
 * The application of these tests as a process of its own; prints the address that it listens on.
 */
const app = await createApplication(
  filesDeployment(process.env.DATABASE_URL!, process.env.STORAGE_PATH!),
);
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
