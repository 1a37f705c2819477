import { text } from 'node:stream/consumers';
import { AccountCommands } from './modules/auth/account-commands.js';
import { runAccountCommand } from './modules/auth/run-account-command.js';
import { createResourceApiContext } from './resource-api-context.js';

const readPassword = async () => (await text(process.stdin)).replace(/\r?\n$/, '');

const context = await createResourceApiContext();
try {
  console.log(
    await runAccountCommand(process.argv.slice(2), context.get(AccountCommands, { strict: false }), readPassword),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await context.close();
}
