import { Controller, Get, Inject } from '@nestjs/common';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { RequestError } from '../../../base/errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { Public } from '../../../modules/auth/index.js';
import { MCP_PATH } from './mcp-path.js';
import { METADATA_PATH, protectedResource, type ProtectedResource } from './protected-resource.js';

/** Serves the metadata of `/mcp` to clients without a token. RFC 9728. */
@Public()
@FrameworkController()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  private readonly document: ProtectedResource | null;

  constructor(@Inject(OPTIONS) options: ResolvedOptions) {
    this.document = protectedResource(options);
  }

  /** @throws RequestError `not_found` if the service issues its tokens itself */
  @Get(['', MCP_PATH])
  show(): ProtectedResource {
    if (!this.document) throw new RequestError('not_found');
    return this.document;
  }
}
