import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Access } from '../../src/authorization/access.js';
import { DATABASE, type Database } from '../../src/execution/database/database.js';
import { EntityReader } from '../../src/execution/entity-reader.js';
import { RecordLoader } from '../../src/execution/record-loader.js';
import { BEARER_VERIFIER, type BearerVerifier } from '../../src/modules/auth/bearer-verifier.js';
import { Envelopes } from '../../src/operations/envelopes.js';
import { FilterConditions } from '../../src/operations/filter-conditions.js';
import { Origin } from '../../src/operations/request-origin.js';
import { IndexRecords } from '../../src/operations/index-records.js';
import { ParentRecords } from '../../src/operations/parent-records.js';
import { RecordSources } from '../../src/operations/record-findings.js';
import { ReadRecords } from '../../src/operations/read-records.js';
import { OPTIONS, type ResolvedOptions } from '../../src/options/resource-api-options.js';
import { ResourceRegistry } from '../../src/registry/resource-registry.js';

/** The text of an index answer, or the message of its refusal. */
export interface IndexAnswer {
  readonly text: string;
  /** How many relations the database wrote. */
  readonly nested: number;
}

/** An index read twice: with what the database may write, and without. */
export class TwoWays {
  constructor(private readonly app: NestFastifyApplication) {}

  get registry(): ResourceRegistry {
    return this.get<ResourceRegistry>(ResourceRegistry);
  }

  async index(token: string, key: string, queryString: string): Promise<readonly [IndexAnswer, IndexAnswer]> {
    const user = await this.get<BearerVerifier>(BEARER_VERIFIER).verify(token);
    return Promise.all([this.read(true, user, key, queryString), this.read(false, user, key, queryString)]);
  }

  private async read(writing: boolean, user: unknown, key: string, queryString: string): Promise<IndexAnswer> {
    const loader = RecordLoader.on(this.get<Database>(DATABASE), { writing });
    const options = this.get<ResolvedOptions>(OPTIONS);
    const reads = new ReadRecords(
      loader,
      this.get<EntityReader>(EntityReader),
      this.get<RecordSources>(RecordSources),
      this.get<FilterConditions>(FilterConditions),
      options,
    );
    const records = new IndexRecords(reads, this.get<ParentRecords>(ParentRecords), loader, options);
    try {
      const visit = {
        resource: this.registry.get(key),
        access: new Access(user),
        origin: new Origin('test', undefined),
      };
      const found = await records.index(visit, queryString);
      return { text: this.get<Envelopes>(Envelopes).page(found), nested: found.node.plan.nested.length };
    } catch (error) {
      return { text: (error as Error).message, nested: 0 };
    }
  }

  private get<Service>(name: Parameters<NestFastifyApplication['get']>[0]): Service {
    return this.app.get<Service>(name, { strict: false });
  }
}
