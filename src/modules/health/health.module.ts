import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { SchemaCheck } from './schema-check.js';

/**
 * Tells whoever runs the service whether it lives, and whether it can serve. Its paths lie outside
 * the prefix.
 * @contract C1.1
 */
@Module({
  // What is wrong is logged by the error filter, in our own form.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [Readiness, SchemaCheck],
})
export class HealthModule {}
