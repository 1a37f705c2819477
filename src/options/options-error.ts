/** A fault of one option. */
export interface OptionProblem {
  /** The path of the option: `limits.bodyBytes`. */
  readonly option: string;
  readonly message: string;
}

/** Reports all faults of the options at once. */
export class OptionsError extends Error {
  constructor(readonly problems: readonly OptionProblem[]) {
    super(
      ['The options are not valid:', ...problems.map(({ message }) => `  ${message}`)].join('\n'),
    );
    this.name = 'OptionsError';
  }
}
