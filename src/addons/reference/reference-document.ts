import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { loadOnce } from '../../base/load-once.js';
import { fieldsOf } from '../../options/reference-options.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { OpenApiDocument } from './openapi/document/open-api.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { findOperations } from './find-operations.js';
import { HostApplication } from '../../http/host-application.js';
import { describeInfo, serversOf } from './reference-info.js';

/** The document, its JSON, and its version. */
export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly json: string;
  readonly etag: string;
}

const documents = loadOnce(() => import('./openapi/describe-api.js'));

/**
 * The OpenAPI document of the running application. It is created on the first request, so that boot
 * does not wait for it.
 */
@Injectable()
export class ReferenceDocument {
  /** Returns the document, which is created once. */
  readonly served = loadOnce(() => this.create());

  constructor(
    private readonly registry: ResourceRegistry,
    private readonly host: HostApplication,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** Describes these resources and the application's own controllers. */
  async describe(resources: readonly CompiledResource[]): Promise<OpenApiDocument> {
    const { options, host } = this;
    const info = describeInfo(options);
    const facts = {
      resources,
      info,
      fields: fieldsOf('document', options.reference),
      prefix: options.prefix,
      limits: options.limits,
      servers: serversOf(options),
      safeWrites: options.safeWrites,
      explains: options.explain !== null,
      reasons: options.why !== null,
      hasCookies: options.authentication.cookie,
      redirectsToFiles: options.storage.delivery === 'signed',
      exports: options.exports,
      describesResources: options.schema,
      issuesTokens: issuesTokens(options),
      securityScheme: options.authentication.provider?.securityScheme,
    };
    const { describeApi } = await documents();
    return describeApi(
      facts,
      host.application ? await findOperations(host.application, info) : undefined,
    );
  }

  private async create(): Promise<ServedDocument> {
    const document = await this.describe(this.registry.resources);
    const json = JSON.stringify(document);
    return { document, json, etag: `"${hash('sha256', json)}"` };
  }
}
