import type { AccountCommands } from '../../../modules/auth/account-commands.js';
import type { CliCall } from '../program/cli-command.js';
import { CommandError } from '../program/errors.js';

/** The part of {@link AccountCommands} that the commands use. */
export type AccountCalls = Pick<AccountCommands, 'create' | 'issueToken' | 'changePassword'>;

/**
 * Runs work on the accounts of the deployment.
 *
 * @throws CommandError where the work throws a TypeError, whose message explains the reason
 */
export async function withAccounts<Result>(
  { inContext }: Pick<CliCall, 'inContext'>,
  work: (accounts: AccountCalls) => Promise<Result>,
): Promise<Result> {
  const { AccountCommands } = await import('../../../modules/auth/account-commands.js');
  return inContext(async (app) => {
    try {
      return await work(app.get(AccountCommands, { strict: false }));
    } catch (error) {
      throw error instanceof TypeError ? new CommandError(error.message) : error;
    }
  });
}
