import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../../base/errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';

/** The names of the local machine. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const host = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Rejects requests that a web page could make a browser send: those to an unknown host name (DNS
 * rebinding), or from an origin that is not listed. Other clients send no origin.
 *
 * @throws RequestError `unauthorized`
 */
@Injectable()
export class HostGuard implements CanActivate {
  private readonly hosts: ReadonlySet<string>;
  private readonly origins: ReadonlySet<string>;

  constructor(@Inject(OPTIONS) { publicUrl, cors, agents }: ResolvedOptions) {
    const own = publicUrl === null ? [] : [new URL(publicUrl)];
    this.hosts = new Set([...LOCAL, ...agents.hosts, ...own.map(({ hostname }) => hostname)]);
    this.origins = new Set([...cors, ...own.map(({ origin }) => origin)]);
  }

  canActivate(execution: ExecutionContext): boolean {
    const { headers } = execution.switchToHttp().getRequest<FastifyRequest>();
    const [, name = ''] = host.exec((headers.host ?? '').toLowerCase()) ?? [];
    if (!this.hosts.has(name))
      throw refused('The Host header does not name a host that agents may call.');
    if (headers.origin !== undefined && !this.isAllowed(headers.origin))
      throw refused('The Origin header does not name an origin that agents may call from.');
    return true;
  }

  private isAllowed(origin: string): boolean {
    return (
      this.origins.has(origin) || (URL.canParse(origin) && LOCAL.includes(new URL(origin).hostname))
    );
  }
}

const refused = (message: string): RequestError => new RequestError('unauthorized', { message });
