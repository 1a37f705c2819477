import { CompiledProject } from '../compiled-project.js';
import { MillApp } from './mill-app.js';

/** Heap limit of the process in megabytes: enough for any script, too little for one that grows. */
const HEAP = 128;
/** Megabytes by which many records may exceed few, since garbage is collected late. */
const SLACK = 60;

/** What a script prints, as JSON, in its first line. */
interface Measured {
  readonly status: number;
  /** Peak memory of the process. */
  readonly megabytes: number;
}

/** Runs a script in a process of its own over mills of different sizes, and compares its memory. */
export class MemoryOfMill {
  private constructor(
    private readonly project: CompiledProject,
    private readonly mill: MillApp,
    private readonly script: string,
  ) {}

  /** @param script the path of the script in the project */
  static async start(script: string): Promise<MemoryOfMill> {
    const folder = script.slice(0, script.lastIndexOf('/'));
    const project = new CompiledProject('src', 'demo', 'test/support', folder);
    return new MemoryOfMill(project, await MillApp.start(), script);
  }

  /** @returns what the script prints for each number of records */
  async measure<M extends Measured>(sizes: readonly number[]): Promise<M[]> {
    const environment = {
      DATABASE_URL: this.mill.url,
      NODE_OPTIONS: `--max-old-space-size=${HEAP}`,
    };
    const measured: M[] = [];
    for (const count of sizes) {
      await this.mill.fillQuickly(count);
      const [, line] = await this.project.start(this.script, environment);
      const result = JSON.parse(line) as M;
      console.log(`${count} records: ${result.megabytes} MB`);
      measured.push(result);
    }
    return measured;
  }

  async stop(): Promise<void> {
    this.project.remove();
    await this.mill.stop();
  }
}

/** The first of the measurements is that of few records. */
export function expectFlatMemory(measured: readonly Measured[]): void {
  const peaks = measured.map(({ megabytes }) => megabytes);
  expect(Math.max(...peaks) - peaks[0]!).toBeLessThan(SLACK);
}
