import { Controller, Get, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { queryStringOf } from '../../http/requests/query-string-of.js';
import { Origin } from '../../pipeline/authorization/request-origin.js';
import type { AccessExplanation } from './access-explanation.js';
import { AccessExplanations } from './access-explanations.js';

/** Explains to administrators what accounts may do, and why. @contract C18.1 */
@FrameworkController()
@Controller('_why')
export class WhyController {
  constructor(private readonly explanations: AccessExplanations) {}

  /** @throws RequestError `not_found` for every caller whom the option `why` does not allow it */
  @Get(':key')
  async one(
    @Req() httpRequest: FastifyRequest & { user: object },
    @Param('key') key: string,
  ): Promise<{ data: AccessExplanation }> {
    const { user: caller, headers } = httpRequest;
    const origin = new Origin('http', headers['user-agent']);
    return {
      data: await this.explanations.explain(caller, origin, key, queryStringOf(httpRequest)),
    };
  }
}
