import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { SchemaCheck } from './schema-check.js';

/**
 * Reports liveness and readiness to operators. Its paths are outside the prefix.
 * @contract C1.1
 */
@Module({
  // The error filter logs failures in the service's own format.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Readiness, SchemaCheck],
})
export class HealthModule {}
