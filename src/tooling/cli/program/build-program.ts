import { Option } from 'commander';
import type { CliCommand, CliProcess } from './cli-command.js';
import { CommandLine } from './command-line.js';

/** What groups of commands have in common, for their help. */
const groups: Readonly<Record<string, string>> = {
  logs: 'Maintains the action log.',
  make: 'Writes source files of the application, and registers them.',
  migrate: 'Runs, reverts and writes migrations.',
  token: 'Issues access tokens.',
  user: 'Creates accounts and sets passwords.',
};

/** Values of all options of a command, those of the program included. */
export type ParsedOptions = Readonly<Record<string, unknown>>;

type Dispatch = (
  command: CliCommand,
  args: readonly unknown[],
  options: ParsedOptions,
) => Promise<void>;

/** Builds the parser of `resource-api` from its commands. */
export function buildProgram(
  commands: readonly CliCommand[],
  version: string,
  { stdout, stderr }: Pick<CliProcess, 'stdout' | 'stderr'>,
  dispatch: Dispatch,
): CommandLine {
  const program = new CommandLine('resource-api')
    .description('Runs, checks and extends an application that is built with resource-api.')
    .version(version, '--version', 'print the version of resource-api')
    .helpOption('--help', 'describe the command')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    })
    .exitOverride()
    .addOption(
      new Option(
        '--deployment <file>',
        'the compiled file that exports the function "deployment"; default: the member "resource-api": {"deployment": "..."} of package.json, or dist/deployment.js',
      ),
    );
  for (const command of commands) register(program, command, dispatch);
  return program;
}

function register(program: CommandLine, command: CliCommand, dispatch: Dispatch): void {
  const words = command.name.split(' ');
  const name = words.pop()!;
  const line = groupOf(program, words[0]).command(name).description(command.about);
  for (const argument of command.arguments ?? []) line.addArgument(argument);
  for (const option of command.options ?? []) line.addOption(option);
  if (command.json) line.option('--json', 'print the result as JSON');
  if (command.examples)
    line.addHelpText(
      'after',
      `\nExamples:\n${command.examples.map((example) => `  resource-api ${example}`).join('\n')}`,
    );
  line.action(async () => {
    await dispatch(command, line.processedArgs as unknown[], line.optsWithGlobals());
  });
}

function groupOf(program: CommandLine, name: string | undefined): CommandLine {
  if (name === undefined) return program;
  const group =
    program.commands.find((command) => command.name() === name) ??
    program
      .command(name)
      .description(groups[name] ?? '')
      .helpCommand(false);
  return group as CommandLine;
}
