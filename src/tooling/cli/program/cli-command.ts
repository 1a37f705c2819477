import type { INestApplicationContext } from '@nestjs/common';
import type { Argument, Option } from 'commander';
import type { Deployment } from '../../../app/create-application.js';
import type { Environment } from '../../../options/settings.js';
import type { Progress } from './progress.js';

/** What the file of a deployment exports as `deployment`. */
export type DeploymentFactory = (environment: Environment) => Deployment;

/** What a command returns: the same result for people and for machines. */
export interface CommandResult {
  /** Printed to the standard output, with a line break. */
  readonly text: string;
  /** Printed in place of the text if `--json` is set. */
  readonly data?: unknown;
  /** 0 unless set. 1 means that the command ran, and found a failure. */
  readonly exitCode?: 0 | 1;
}

/** The process around a command, which tests replace. */
export interface CliProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Emits the signals that the process receives. */
  readonly signals: Pick<NodeJS.EventEmitter, 'on' | 'off'>;
}

/** A call of a command, with its arguments parsed. */
export interface CliCall<Options = Readonly<Record<string, unknown>>> {
  readonly args: readonly unknown[];
  readonly options: Options;
  readonly process: CliProcess;
  /** Loads the deployment that `--deployment` or package.json names. */
  load(): Promise<DeploymentFactory>;
  /**
   * Runs work in the deployment without a listener: everything is created, migrated and verified,
   * and nothing is seeded.
   */
  inContext<Result>(work: (app: INestApplicationContext) => Promise<Result>): Promise<Result>;
  /** Shows how far long work is, if a person watches. */
  progress(label: string, total?: number): Progress;
}

/** A command of `resource-api`. What it needs beyond its description, it imports when it runs. */
export interface CliCommand {
  /** Its words, such as `migrate run`. */
  readonly name: string;
  readonly about: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Whether it has the option `--json`. */
  readonly json?: boolean;
  /** Command lines without the name of the program. */
  readonly examples?: readonly string[];
  /** @returns nothing if the command prints by itself, or keeps running */
  run(call: CliCall<never>): Promise<CommandResult | void>;
}
