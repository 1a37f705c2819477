import { text } from 'node:stream/consumers';
import { InvalidArgumentError, Option } from 'commander';
import type { CliCall } from '../program/cli-command.js';

export const emailOption = () =>
  new Option(
    '--email <email>',
    'the identifier of the account, such as its email address',
  ).makeOptionMandatory();

export const passwordOption = () =>
  new Option('--password <password>', 'the password; default: read from the standard input');

/** Collects `--set column=value` into an object. */
export const setOption = () =>
  new Option('--set <column=value>', 'sets a column; can be repeated')
    .default({}, 'none')
    .argParser((pair: string, columns: Readonly<Record<string, string>>) => {
      const end = pair.indexOf('=');
      if (end < 1) throw new InvalidArgumentError('It must be column=value.');
      return { ...columns, [pair.slice(0, end)]: pair.slice(end + 1) };
    });

/** Returns the password of the option, or else the standard input without its last line break. */
export async function passwordOf(
  { password }: { readonly password?: string },
  { process }: Pick<CliCall, 'process'>,
): Promise<string> {
  return password ?? (await text(process.stdin)).replace(/\r?\n$/, '');
}
