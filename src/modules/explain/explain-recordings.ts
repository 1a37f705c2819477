import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traces, type TracedStage, type TracedStatement } from '../../execution/trace.js';
import { preferencesOf } from '../../http/preferences.js';

/** What one request has done so far. */
export interface Recording {
  readonly stages: TracedStage[];
  readonly statements: TracedStatement[];
}

/** Records what requests with `Prefer: explain` do. Nothing is traced while none of them runs. */
@Injectable()
export class ExplainRecordings implements OnModuleInit {
  private readonly requests = new AsyncLocalStorage<Recording>();

  constructor(private readonly host: HttpAdapterHost) {}

  /** The recording of the calling request. */
  get current(): Recording | undefined {
    return this.requests.getStore();
  }

  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance<FastifyInstance>();
    instance.addHook('onRequest', (request: FastifyRequest, reply, done) => {
      if (!isExplained(request)) return done();
      const recording: Recording = { stages: [], statements: [] };
      const receive = (message: unknown) => {
        if (this.current === recording) add(recording, message as TracedStage | TracedStatement);
      };
      traces.subscribe(receive);
      reply.raw.once('close', () => void traces.unsubscribe(receive));
      this.requests.run(recording, done);
    });
  }
}

function add({ stages, statements }: Recording, traced: TracedStage | TracedStatement): void {
  if ('stage' in traced) stages.push(traced);
  else statements.push(traced);
}

/** Whether the request reads and contains `Prefer: explain`. */
const isExplained = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.prefer !== undefined && preferencesOf(headers).has('explain');
