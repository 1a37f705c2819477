import { Option } from 'commander';
import { withAccounts } from '../tasks/account-call.js';
import { emailOption, passwordOf, passwordOption, setOption } from '../tasks/account-options.js';
import type { CliCall, CliCommand } from '../program/cli-command.js';

interface Options {
  readonly email: string;
  readonly name?: string;
  readonly admin?: true;
  readonly set: Readonly<Record<string, string>>;
  readonly password?: string;
}

/** `resource-api user create` */
export const userCreate: CliCommand = {
  name: 'user create',
  about: 'Creates an account and prints its key.',
  options: [
    emailOption(),
    passwordOption(),
    new Option('--name <name>', 'sets the column "name"'),
    new Option('--admin', 'sets the column "is_admin" to true'),
    setOption(),
  ],
  json: true,
  examples: ['user create --email ann@example.org --name Ann --admin'],
  async run(call: CliCall<Options>) {
    const { email, name, admin, set } = call.options;
    const password = await passwordOf(call.options, call);
    const columns = {
      ...set,
      ...(name !== undefined && { name }),
      ...(admin && { is_admin: 'true' }),
    };
    const key = await withAccounts(call, (accounts) =>
      accounts.create({ identifier: email, password, columns }),
    );
    return { text: key, data: { id: key } };
  },
};
