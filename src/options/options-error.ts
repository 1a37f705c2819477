/** What is wrong with one option. */
export interface OptionProblem {
  /** Where it stands: `limits.bodyBytes`. */
  readonly option: string;
  readonly message: string;
}

/** Every fault of the options at once, so that one look mends them all. */
export class OptionsError extends Error {
  constructor(readonly problems: readonly OptionProblem[]) {
    super(
      [
        'The options are not valid:',
        ...problems.map(({ option, message: text }) => `  ${option}: ${text}`),
      ].join('\n'),
    );
    this.name = 'OptionsError';
  }
}
