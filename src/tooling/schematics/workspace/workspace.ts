/** Reads the files of an application, by paths relative to its folder, with "/". */
export interface SourceFiles {
  read(path: string): string | undefined;
  /** Returns the names of the files in a folder; none if it does not exist. */
  list(folder: string): readonly string[];
}

/** What making something comes to. */
export interface MakeReport {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Files that exist, or that need no change. */
  readonly unchanged: readonly string[];
  /** What is left to do by hand. */
  readonly notes: readonly string[];
}

/** Collects changes, so that either all are written or none. */
export class Workspace {
  private readonly changes = new Map<string, { content: string; isNew: boolean }>();
  private readonly kept = new Set<string>();
  private readonly noted: string[] = [];

  constructor(private readonly files: SourceFiles) {}

  read(path: string): string | undefined {
    return this.changes.get(path)?.content ?? this.files.read(path);
  }

  list(folder: string): readonly string[] {
    return this.files.list(folder);
  }

  /** Creates a file, unless it exists: its content is never replaced. */
  create(path: string, content: string): void {
    if (this.read(path) === undefined) this.changes.set(path, { content, isNew: true });
    else this.kept.add(path);
  }

  /** Changes a file that exists. */
  update(path: string, content: string): void {
    const change = this.changes.get(path);
    if (change) change.content = content;
    else if (content === this.files.read(path)) this.kept.add(path);
    else this.changes.set(path, { content, isNew: false });
  }

  note(text: string): void {
    this.noted.push(text);
  }

  /** The changed files, with the content that they have had. */
  changed(): readonly { path: string; content: string; before: string | undefined }[] {
    return [...this.changes].map(([path, { content }]) => ({
      path,
      content,
      before: this.files.read(path),
    }));
  }

  report(): MakeReport {
    const paths = (isNew: boolean) =>
      [...this.changes].filter(([, change]) => change.isNew === isNew).map(([path]) => path);
    return {
      created: paths(true),
      updated: paths(false),
      unchanged: [...this.kept].filter((path) => !this.changes.has(path)),
      notes: this.noted,
    };
  }
}
