import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * What Node tells of the process (processor, memory, descriptors, garbage collection, and the delay
 * of the event loop), from when the service listens: commands and tests measure nothing.
 */
@Injectable()
export class ProcessMetrics implements OnModuleInit {
  constructor(
    private readonly registry: Registry,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    this.host.listen$.subscribe(() => collectDefaultMetrics({ register: this.registry }));
  }
}
