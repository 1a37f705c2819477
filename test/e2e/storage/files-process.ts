import { createApplication } from '../../../src/app/create-application.js';
import { filesDeployment } from './files-app.js';

/** Runs the application of these tests as a process of its own, which prints its address. */
const app = await createApplication(
  filesDeployment(process.env.DATABASE_URL!, process.env.STORAGE_PATH!),
);
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
