import { Command } from 'commander';
import { nearest } from '../../../base/errors/nearest.js';
import { UsageError } from './errors.js';

/** The quoted part of a message of Commander: `unknown option '--x'`. */
const quoted = /'([^']*)'/;

/** `option '--days <n>' argument 'x' is invalid. ...`, or `... value 'x' is invalid for argument 'days'. ...` */
const invalid = [
  /option '(?<name>[^']*)' argument '(?<value>.*)' is invalid\. (?<rest>.*)$/s,
  /value '(?<value>.*)' is invalid for argument '(?<name>[^']*)'\. (?<rest>.*)$/s,
];

function describeInvalid(message: string): string {
  const found = invalid.map((pattern) => pattern.exec(message)?.groups).find(Boolean);
  if (!found) return message.replace(/^error: /, '');
  const { name = '', value = '', rest = '' } = found;
  const place = name.startsWith('-') ? `the option "${name}"` : `the argument <${name}>`;
  return `"${value}" is not allowed for ${place}. ${rest}`;
}

/** A parser of command lines whose errors are sentences that name what is allowed. */
export class CommandLine extends Command {
  override createCommand(name?: string): CommandLine {
    return new CommandLine(name);
  }

  /** @throws UsageError */
  override error(message: string, options?: { readonly code?: string }): never {
    throw new UsageError(this.faultMessage(message, options?.code ?? ''));
  }

  /** The words that call it: `resource-api migrate run`. */
  get words(): string {
    return this.parent ? `${(this.parent as CommandLine).words} ${this.name()}` : this.name();
  }

  private faultMessage(message: string, code: string): string {
    const [, name = ''] = quoted.exec(message) ?? [];
    switch (code) {
      case 'commander.unknownCommand':
        return `${this.words} has no command "${name}".${this.allowed('Commands', name, this.commandNames())}`;
      case 'commander.unknownOption':
        return `${this.words} has no option "${name}".${this.allowed('Options', name, this.optionNames())}`;
      case 'commander.missingArgument':
        return `${this.words} requires the argument <${name}>.${this.usageHint()}`;
      case 'commander.excessArguments':
        return `${this.words} has too many arguments.${this.usageHint()}`;
      case 'commander.optionMissingArgument':
        return `The option "${name}" of ${this.words} requires a value.`;
      case 'commander.missingMandatoryOptionValue':
        return `${this.words} requires the option "${name}".`;
      case 'commander.invalidArgument':
        return describeInvalid(message);
      default:
        return message.replace(/^error: /, '');
    }
  }

  private commandNames(): readonly string[] {
    return this.createHelp()
      .visibleCommands(this)
      .map((command) => command.name())
      .filter((name) => name !== 'help');
  }

  private optionNames(): readonly string[] {
    const help = this.createHelp();
    return [...help.visibleOptions(this), ...help.visibleGlobalOptions(this)].map(
      (option) => option.long ?? option.flags,
    );
  }

  private allowed(noun: string, written: string, names: readonly string[]): string {
    const meant = nearest(written, names);
    const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    return `${question} ${noun}: ${names.join(', ')}.`;
  }

  private usageHint(): string {
    return ` Usage: ${this.words} ${this.usage()}`.trimEnd();
  }
}
