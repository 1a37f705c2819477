import { Injectable } from '@nestjs/common';
import type { RecordRead } from '../../modules/records/guards/reads-records.decorator.js';
import { RecordAuthorizer } from '../../modules/records/authorizing/record-authorizer.js';
import { ResourceOperations } from '../../modules/records/operations/resource-operations.js';
import { RelatedAuthorizer } from '../../modules/relations/related/related-authorizer.js';
import { RelatedRecords } from '../../modules/relations/related/related-records.js';
import {
  contextFor,
  type RequestCaller,
  type RequestContext,
} from '../../pipeline/authorization/request-context.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import type { RecordPage, RecordResult } from '../../serialization/results.js';

/** A read, as its route received it. */
export interface ReadCall {
  readonly read: RecordRead;
  readonly caller: RequestCaller;
  /** The parameters of the path; `id` and `relation` only where the route has them. */
  readonly path: { readonly resource: string; readonly id: string; readonly relation: string };
  readonly queryString: string;
}

type Reads = Readonly<
  Record<
    RecordRead,
    (context: RequestContext, call: ReadCall) => Promise<RecordPage | RecordResult>
  >
>;

/** Runs a read from the policy of its resource on, although the guards have run its first part. */
@Injectable()
export class RepeatedReads {
  private readonly reads: Reads = {
    index: (context, { queryString }) => this.operations.index(context, queryString),
    show: async (context, { path: { id }, queryString }) =>
      this.operations.show(await this.records.show({ context, id, queryString })),
    related: async (context, { path: { id, relation }, queryString }) =>
      this.pages.page(await this.related.authorize({ context, id, relation, queryString })),
  };

  constructor(
    private readonly registry: ResourceRegistry,
    private readonly records: RecordAuthorizer,
    private readonly operations: ResourceOperations,
    private readonly related: RelatedAuthorizer,
    private readonly pages: RelatedRecords,
  ) {}

  /** @throws RequestError as the read does */
  async run(call: ReadCall): Promise<RecordPage | RecordResult> {
    const { read, caller, path, queryString } = call;
    const resource = this.registry.get(path.resource);
    await caller.authorizer.authorize(resource);
    const { id = null } = path as { readonly id?: string };
    const asked = { operation: read === 'show' ? read : 'index', queryString, id } as const;
    const context = await contextFor(caller, resource, asked, this.registry);
    return this.reads[read](context, call);
  }
}
