import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { AccountCommands } from '../modules/auth/account-commands.js';

/** How the command is called. */
export const accountCommandUsage = `npm run user -- create --email a@b.c --name Ann [--admin] [--set column=value]... [--password TEXT]
npm run user -- token --email a@b.c [--name TEXT]
npm run user -- password --email a@b.c [--password TEXT]

The password is read from standard input unless it is given.`;

const config = {
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    password: { type: 'string' },
    admin: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
  },
} satisfies ParseArgsConfig;

interface Given {
  readonly email: string;
  readonly name?: string | undefined;
  readonly admin: boolean;
  readonly set: readonly string[];
  readonly password: () => Promise<string>;
}

type Commands = Pick<AccountCommands, 'create' | 'issueToken' | 'changePassword'>;
type Run = (commands: Commands, given: Given) => Promise<string>;

const runs = new Map<string, Run>([
  [
    'create',
    async (commands, { email, password, ...given }) =>
      commands.create({ identifier: email, password: await password(), columns: columnsOf(given) }),
  ],
  ['token', (commands, { email, name }) => commands.issueToken(email, name)],
  [
    'password',
    async (commands, { email, password }) => {
      await commands.changePassword(email, await password());
      return `The password of ${email} is changed; its tokens have ended.`;
    },
  ],
]);

/**
 * Runs one command line and gives what to print: the key of a new account, a token, or a sentence.
 *
 * @throws TypeError with a text for whoever typed it
 * @contract C2.7
 */
export async function runAccountCommand(
  args: readonly string[],
  commands: Commands,
  readPassword: () => Promise<string>,
): Promise<string> {
  const { values, positionals } = parseArgs({ ...config, args: [...args] });
  const run = positionals.length === 1 ? runs.get(positionals[0]!) : undefined;
  if (!run || values.email === undefined) throw new TypeError(accountCommandUsage);
  const { email, password: given } = values;
  const password = given === undefined ? readPassword : () => Promise.resolve(given);
  return run(commands, { ...values, email, password });
}

function columnsOf({
  name,
  admin,
  set,
}: Omit<Given, 'email' | 'password'>): Record<string, string> {
  const pairs = set.map(splitPair);
  if (name !== undefined) pairs.push(['name', name]);
  if (admin) pairs.push(['is_admin', 'true']);
  return Object.fromEntries(pairs);
}

function splitPair(text: string): [string, string] {
  const end = text.indexOf('=');
  if (end < 1) throw new TypeError(`--set takes column=value, not "${text}".`);
  return [text.slice(0, end), text.slice(end + 1)];
}
