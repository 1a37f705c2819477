import { createApplication, readEnvironment } from 'resource-api';
import { runService } from 'resource-api/cli';
import { deployment } from './deployment.js';

await runService(async () => {
  const app = await createApplication(deployment(readEnvironment(process.env)));
  await app.listen(0, '127.0.0.1');
  console.log(await app.getUrl());
});
