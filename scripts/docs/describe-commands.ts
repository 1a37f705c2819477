import { Writable } from 'node:stream';
import { buildProgram } from '../../src/tooling/cli/program/build-program.js';
import type { CliCommand } from '../../src/tooling/cli/program/cli-command.js';
import type { CommandLine } from '../../src/tooling/cli/program/command-line.js';

const intro = `# Commands

Generated from the help of the commands (\`npm run docs\`).

The package installs the command \`resource-api\`: \`npx resource-api <command>\`. Commands that need the application load its
deployment: a compiled file that exports a function \`deployment(environment)\`. The option \`--deployment\` sets its path, or else the
member \`"resource-api": { "deployment": "dist/deployment.js" }\` of the application's \`package.json\`. The path defaults to
\`dist/deployment.js\`, so build the application first. [Environment variables](configuration.md) configure commands as they configure
the service.

| Exit code | Meaning |
|---|---|
| 0 | The command succeeded. |
| 1 | The command failed, or found a fault. |
| 2 | The command line is wrong: an unknown command or option, or a missing or wrong value. |

Results are printed to the standard output. Errors, logs and progress bars are printed to the standard error; only terminals see
progress bars. With \`--json\` the result is JSON, and an error is \`{"error": {"message": "..."}}\`. An error of
\`run\` also contains what a response contains: \`code\`, \`errors\` and \`meta\`.
`;

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

/** The page `docs/reference/commands.md`, from the help of the commands. */
export function describeCommands(commands: readonly CliCommand[]): string {
  const program = buildProgram(commands, '', { stdout: nowhere, stderr: nowhere }, () =>
    Promise.resolve(),
  );
  return [intro, describe(program), ...leavesOf(program).map(describe)].join('\n');
}

const describe = (line: CommandLine): string =>
  `## ${line.words}\n\n\`\`\`text\n${help(line).trimEnd()}\n\`\`\`\n`;

/** The help without the options that every command has. */
const help = (line: CommandLine): string =>
  helpOf(line).replace(/\n\nGlobal Options:\n(?: .*\n?)+/, '\n');

function helpOf(line: CommandLine): string {
  let text = '';
  line.configureOutput({ writeOut: (part) => (text += part) });
  line.outputHelp();
  return text;
}

const leavesOf = (line: CommandLine): readonly CommandLine[] =>
  (line.commands as readonly CommandLine[]).flatMap((command) =>
    command.commands.length > 0 ? leavesOf(command) : [command],
  );
