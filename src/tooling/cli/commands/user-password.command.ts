import { withAccounts } from '../tasks/account-call.js';
import { emailOption, passwordOf, passwordOption } from '../tasks/account-options.js';
import type { CliCall, CliCommand } from '../program/cli-command.js';

interface Options {
  readonly email: string;
  readonly password?: string;
}

/** `resource-api user password` */
export const userPassword: CliCommand = {
  name: 'user password',
  about: 'Changes the password of an account, which ends its tokens.',
  options: [emailOption(), passwordOption()],
  json: true,
  examples: ['user password --email ann@example.org'],
  async run(call: CliCall<Options>) {
    const { email } = call.options;
    const password = await passwordOf(call.options, call);
    await withAccounts(call, (accounts) => accounts.changePassword(email, password));
    return {
      text: `The password of ${email} has been changed, and its tokens have ended.`,
      data: { email },
    };
  },
};
