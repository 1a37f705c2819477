import { Option } from 'commander';
import { withAccounts } from '../tasks/account-call.js';
import { emailOption } from '../tasks/account-options.js';
import type { CliCall, CliCommand } from '../program/cli-command.js';

interface Options {
  readonly email: string;
  readonly name?: string;
}

/** `resource-api token create` */
export const tokenCreate: CliCommand = {
  name: 'token create',
  about: 'Issues an access token for an account and prints it. It is not shown again.',
  options: [
    emailOption(),
    new Option('--name <name>', 'the name of the token in the list of tokens; default: command'),
  ],
  json: true,
  examples: ['token create --email ann@example.org --name reports'],
  async run(call: CliCall<Options>) {
    const { email, name } = call.options;
    const token = await withAccounts(call, (accounts) => accounts.issueToken(email, name));
    return { text: token, data: { token } };
  },
};
