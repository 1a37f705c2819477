import { runService } from 'resource-api/cli';

await runService(async () => {
  const { start } = await import('./start.js');
  await start();
});
