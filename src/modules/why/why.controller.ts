import { Get, Inject, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Origin } from '../../authorization/request-origin.js';
import { RequestError } from '../../errors/index.js';
import { FrameworkController } from '../../http/framework-controller.js';
import { queryStringOf } from '../../http/query-string-of.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { AccessExplanation } from './access-explanation.js';
import { AccessExplanations } from './access-explanations.js';
import { parseQuestion } from './access-question.js';

/** Explains to administrators what accounts may do, and why. @contract C18.1 */
@FrameworkController({ path: '_why' })
export class WhyController {
  constructor(
    private readonly explanations: AccessExplanations,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws RequestError `not_found` for every caller that the option `explain` does not allow */
  @Get(':key')
  async one(
    @Req() request: FastifyRequest & { user: object },
    @Param('key') key: string,
  ): Promise<{ data: AccessExplanation }> {
    const { user, headers } = request;
    if (!(await this.options.explain!(user))) throw new RequestError('not_found');
    const question = parseQuestion(queryStringOf(request));
    const origin = new Origin('http', headers['user-agent']);
    return { data: await this.explanations.explain(user, origin, key, question) };
  }
}
