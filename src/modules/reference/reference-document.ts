import { hash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { describeApi } from '../../reference/describe-api.js';
import { mergeFound } from '../../reference/merge-found.js';
import type { OpenApiDocument } from '../../reference/open-api.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { findOperations } from './find-operations.js';
import { HostApplication } from './host-application.js';
import { describeInfo, serversOf } from './reference-info.js';

/** A text that is served, and its version. */
export interface ServedText {
  readonly text: string;
  readonly etag: string;
}

/** The OpenAPI document of the running application, made once at boot. */
@Injectable()
export class ReferenceDocument implements OnApplicationBootstrap {
  private made: (ServedText & { readonly document: OpenApiDocument }) | null = null;

  constructor(
    private readonly registry: ResourceRegistry,
    private readonly host: HostApplication,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  onApplicationBootstrap(): void {
    const document = this.describe(this.registry.resources);
    const text = JSON.stringify(document);
    this.made = { document, text, etag: `"${hash('sha256', text)}"` };
  }

  /** The document, as it is served. @throws TypeError before the application has started */
  get served(): ServedText & { readonly document: OpenApiDocument } {
    if (!this.made) throw new TypeError('The document is made when the application starts.');
    return this.made;
  }

  /** The document of these resources, and of the controllers of the team. */
  describe(resources: readonly CompiledResource[]): OpenApiDocument {
    const { options, host } = this;
    const info = describeInfo(options);
    const document = describeApi({
      resources,
      info,
      prefix: options.prefix,
      limits: options.limits,
      servers: serversOf(options),
      issuesTokens: options.authentication.jwt === undefined,
    });
    return host.application ? mergeFound(document, findOperations(host.application, info)) : document;
  }
}
