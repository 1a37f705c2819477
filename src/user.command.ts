import { text } from 'node:stream/consumers';
import { AccountCommands } from './modules/auth/account-commands.js';
import { runAccountCommand } from './modules/auth/run-account-command.js';
import { createResourceApiContext } from './resource-api-context.js';

const readPassword = async () => (await text(process.stdin)).replace(/\r?\n$/, '');

async function run(): Promise<string> {
  const context = await createResourceApiContext();
  try {
    const commands = context.get(AccountCommands, { strict: false });
    return await runAccountCommand(process.argv.slice(2), commands, readPassword);
  } finally {
    await context.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
