import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { pageHeaders } from '../../http/pages/page-headers.js';
import { Public } from '../../modules/auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { PAGE_STYLE_SOURCE, renderFirstPage } from './render-first-page.js';
import { serviceLinksOf } from './service-links.js';

/** JSON is first, for clients that accept anything. */
const mediaTypes = ['application/json', 'text/html'];

/**
 * Describes the service to everybody: a page for browsers, JSON for others. It names
 * no resource, since it is public.
 */
@Public()
@FrameworkController()
@Controller()
export class FirstPageController {
  private readonly page: string;
  private readonly description: object;

  constructor(@Inject(OPTIONS) options: ResolvedOptions) {
    const { title = 'Resource API' } = options.reference || {};
    const links = serviceLinksOf(options);
    this.page = renderFirstPage(title, Object.values(links));
    const root = `${options.publicUrl ?? ''}/`;
    this.description = {
      data: {
        title,
        links: Object.fromEntries(
          Object.entries(links).map(([name, { path }]) => [name, root + path]),
        ),
      },
    };
  }

  @Get()
  show(@Req() { headers }: FastifyRequest, @Res() reply: FastifyReply): void {
    reply.header('vary', 'Accept');
    const [preferred] = new Negotiator({ headers }).mediaTypes(mediaTypes);
    if (preferred !== 'text/html') return void reply.send(this.description);
    void reply.headers(headersOfPage).type('text/html; charset=utf-8').send(this.page);
  }
}

const headersOfPage = pageHeaders({ style: PAGE_STYLE_SOURCE, image: 'data:' });
