import { Inject, Injectable } from '@nestjs/common';
import { loadOnce } from '../../base/load-once.js';
import { issuesTokens, OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import type { OpenApiDocument } from './openapi/document/open-api.js';
import { schemeNameOf } from './openapi/document/scheme-name.js';
import type { Examples } from './openapi/payloads/response-examples.js';
import { PageFiles } from './page-files.js';
import { ReferenceDocument } from './reference-document.js';
import { describeInfo, serversOf } from './reference-info.js';

const parts = loadOnce(() => import('./page/index.js'));

/** The reference page, which is rendered on the first request, and the documents of its operations. */
@Injectable()
export class ReferencePage {
  /** Returns the HTML of the page. */
  readonly html = loadOnce(() => this.render());

  private readonly examples = loadOnce(async () => {
    const { responseExamples } = await parts();
    const { registry, options } = this;
    return Object.assign(
      {},
      ...registry.resources.map((resource) => responseExamples(resource, options.prefix)),
    ) as Examples;
  });

  constructor(
    private readonly reference: ReferenceDocument,
    private readonly registry: ResourceRegistry,
    private readonly files: PageFiles,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** Returns the document of one operation; `undefined` if there is no such operation. */
  async operation(id: string): Promise<OpenApiDocument | undefined> {
    const [{ operationDocument }, { document }, examples] = await Promise.all([
      parts(),
      this.reference.served(),
      this.examples(),
    ]);
    return operationDocument(document, id, examples);
  }

  private async render(): Promise<string> {
    const { options, registry } = this;
    const [{ firstRequests, outlineOf, renderPage }, { document }, versions] = await Promise.all([
      parts(),
      this.reference.served(),
      this.files.versions(),
    ]);
    const [server = '/'] = serversOf(options);
    const address = `${server.replace(/\/$/, '')}${options.prefix}`;
    const isOwn = issuesTokens(options);
    const { title, description } = describeInfo(options);
    const securityScheme = options.authentication.provider?.securityScheme;
    return renderPage({
      title,
      description,
      login: isOwn ? `${address}/login` : null,
      logout: isOwn ? `${address}/logout` : null,
      scheme: schemeNameOf(securityScheme),
      address,
      firstRequests: firstRequests({
        resources: registry.resources,
        address,
        limits: options.limits,
        issuesTokens: isOwn,
        securityScheme,
      }),
      outline: outlineOf(document),
      urlOf: (name) => `docs/assets/${name}?v=${versions.get(name)!}`,
    });
  }
}
