import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Collects Node's metrics of the process (CPU, memory, descriptors, garbage collection, and event
 * loop delay) once the service listens: commands and tests collect none.
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
