import { databaseUnderTest, testDialect, type DatabaseUnderTest } from './databases.js';
import { Network } from './network.js';

/**
 * A database whose round trips are counted on PostgreSQL, the only one whose driver sends several
 * statements in one.
 */
export class CountedDatabase {
  private constructor(
    private readonly source: DatabaseUnderTest,
    private readonly network: Network | null,
  ) {}

  static async create(): Promise<CountedDatabase> {
    const source = await databaseUnderTest();
    return new CountedDatabase(
      source,
      testDialect === 'postgres' ? await Network.before(source.url) : null,
    );
  }

  get url(): string {
    return this.network?.url ?? this.source.url;
  }

  /** Runs work, and returns the number of its round trips; 0 where they are not counted. */
  async roundTripsOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.network?.roundTrips ?? 0;
    await work();
    return (this.network?.roundTrips ?? 0) - before;
  }

  /** Returns what {@link roundTripsOf} returns for this number of round trips. */
  expected(roundTrips: number): number {
    return this.network ? roundTrips : 0;
  }

  async dispose(): Promise<void> {
    this.network?.close();
    await this.source.dispose();
  }
}
