import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authorizer } from '../../src/pipeline/authorization/authorizer.js';
import { DATABASE, type Database } from '../../src/database/connection/database.js';
import { RecordLoader } from '../../src/database/read/record-loader.js';
import { BearerStrategy } from '../../src/modules/auth/bearer.strategy.js';
import type { AuthenticationRequest } from '../../src/options/authentication-provider.js';
import { EnvelopeWriter } from '../../src/serialization/envelope-writer.js';
import { Origin } from '../../src/pipeline/authorization/request-origin.js';
import { IndexRecords } from '../../src/modules/records/reading/index-records.js';
import { BoundedReads } from '../../src/modules/records/reading/bounded-reads.js';
import { RecordMetaSources } from '../../src/modules/records/reading/loaded-record-meta.js';
import { ReadPlans } from '../../src/modules/records/reading/read-plans.js';
import { ReadRecords } from '../../src/modules/records/reading/read-records.js';
import { OPTIONS, type ResolvedOptions } from '../../src/options/resource-api-options.js';
import { ResourceRegistry } from '../../src/registry/resources/resource-registry.js';

/** The body of an index response, or the message of its error. */
export interface IndexResponse {
  readonly text: string;
  /** The number of relations that the database built. */
  readonly nested: number;
}

/** Reads an index twice: with relations built by the database, and without. */
export class AggregationComparison {
  constructor(private readonly app: NestFastifyApplication) {}

  get registry(): ResourceRegistry {
    return this.get<ResourceRegistry>(ResourceRegistry);
  }

  async index(
    token: string,
    key: string,
    queryString: string,
  ): Promise<readonly [IndexResponse, IndexResponse]> {
    const user = await this.get<BearerStrategy>(BearerStrategy).findUser(bearing(token));
    return Promise.all([
      this.read(true, user, key, queryString),
      this.read(false, user, key, queryString),
    ]);
  }

  private async read(
    writing: boolean,
    user: unknown,
    key: string,
    queryString: string,
  ): Promise<IndexResponse> {
    const loader = RecordLoader.on(this.get<Database>(DATABASE), { writing });
    const options = this.get<ResolvedOptions>(OPTIONS);
    const bounded = this.get<BoundedReads>(BoundedReads);
    const plans = this.get<ReadPlans>(ReadPlans);
    const sources = this.get<RecordMetaSources>(RecordMetaSources);
    const reads = new ReadRecords(plans, loader, sources, bounded);
    const records = new IndexRecords(plans, reads, loader, bounded, options);
    try {
      const context = {
        resource: this.registry.get(key),
        authorizer: new Authorizer(user),
        languages: [],
        origin: new Origin('test', undefined),
      };
      const found = await records.index(context, queryString);
      return {
        text: await found.write(this.get<EnvelopeWriter>(EnvelopeWriter)),
        nested: found.node.plan.aggregated.length,
      };
    } catch (error) {
      return { text: (error as Error).message, nested: 0 };
    }
  }

  private get<Service>(name: Parameters<NestFastifyApplication['get']>[0]): Service {
    return this.app.get<Service>(name, { strict: false });
  }
}

const bearing = (token: string) =>
  ({ headers: { authorization: `Bearer ${token}` } }) as AuthenticationRequest;
