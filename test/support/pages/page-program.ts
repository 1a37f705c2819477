import ts from 'typescript';

type Execute = (...values: readonly unknown[]) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...names: string[]) => Execute;

/** A block of TypeScript, or a call of the client in a sentence or a table. */
const step = /^```ts\n([^]*?)^```$|`([^`\n]*\bapi\.[$\w.]+\([^`\n]*)`/gm;

/** The TypeScript of a page, run as one program: later blocks use what earlier ones declare. */
export class PageProgram {
  private readonly sections: ReadonlyMap<string, readonly string[]>;
  private readonly done = new Set<string>();

  /**
   * @param text of the page
   *
   * @param modules what it imports
   *
   * @param names what the application of the reader declares; the blocks add their own
   */
  constructor(
    text: string,
    private readonly modules: Readonly<Record<string, object>>,
    readonly names: Record<string, unknown>,
  ) {
    const sections = text.split(/^#+ /m).map((section) => {
      const steps = [...section.matchAll(step)].map(([, block, call]) => block ?? noted(call!));
      return [section.split('\n', 1)[0]!, steps] as const;
    });
    this.sections = new Map(sections.filter(([, steps]) => steps.length > 0));
  }

  /** The headings of the sections that have not run. */
  get remaining(): readonly string[] {
    return [...this.sections.keys()].filter((heading) => !this.done.has(heading));
  }

  /**
   * Runs a section.
   *
   * @param change replaces parts of the code
   *
   * @returns the values of the lines that only name one, such as `post.title; // string`, and of
   *   the calls in the text
   */
  async run(heading: string, change = (code: string) => code): Promise<Record<string, unknown>> {
    const values: Record<string, unknown> = {};
    for (const code of this.sections.get(heading) ?? []) await this.execute(change(code), values);
    this.done.add(heading);
    return values;
  }

  private async execute(code: string, values: Record<string, unknown>): Promise<void> {
    const text = code
      .replace(/^(?=(?:const|let) )/gm, 'export ')
      .replace(/^([\w$.?[\]]+);.*$/gm, (line, value: string) => noted(value, line))
      // A component would be rendered again when the response arrives.
      .replace(/(?<== )use\w+\(/g, 'await $&');
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    });
    const exports = {};
    const known = {
      ...this.names,
      exports,
      require: (name: string) => this.modules[name],
      note: (name: string, value: unknown) => (values[name] = value),
    };
    await new AsyncFunction(...Object.keys(known), outputText)(...Object.values(known));
    Object.assign(this.names, exports);
  }
}

const noted = (value: string, name = value): string =>
  `note(${JSON.stringify(name)}, await (${value}));`;
