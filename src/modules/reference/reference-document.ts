import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { fieldsOf } from '../../options/reference-options.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { describeApi } from '../../reference/describe-api.js';
import type { OpenApiDocument } from '../../reference/open-api.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { findOperations } from './find-operations.js';
import type { MapLayout } from '../../map/map-layout.js';
import { HostApplication } from './host-application.js';
import { mapOf } from './reference-map.js';
import { describeInfo, serversOf } from './reference-info.js';

/** The document, its JSON, and its version. */
export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly json: string;
  readonly etag: string;
}

/**
 * The OpenAPI document of the running application. It is created on the first request, so that boot
 * does not wait for it.
 */
@Injectable()
export class ReferenceDocument {
  private created: Promise<ServedDocument> | undefined;
  private mapped: Promise<MapLayout> | undefined;

  constructor(
    private readonly registry: ResourceRegistry,
    private readonly host: HostApplication,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** The map of the resources in the document. */
  get map(): Promise<MapLayout> {
    return (this.mapped ??= mapOf(this.registry.resources));
  }

  get served(): Promise<ServedDocument> {
    return (this.created ??= this.create());
  }

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
      viewsAs: options.viewAs !== null,
      hasCookies: options.authentication.cookie,
      redirectsToFiles: options.storage.delivery === 'signed',
      describesResources: options.schema,
      issuesTokens: issuesTokens(options),
      securityScheme: options.authentication.provider?.securityScheme,
    };
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
