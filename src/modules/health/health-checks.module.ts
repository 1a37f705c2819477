import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthChecks } from './health-checks.js';
import { SchemaCheck } from './schema-check.js';

export { HealthChecks };

/** The checks of health, with the packages that they need. Loaded by `HealthController`. */
@Module({
  // The error filter logs failures in the service's own format.
  imports: [TerminusModule.forRoot({ logger: false })],
  providers: [HealthChecks, SchemaCheck],
})
export class HealthChecksModule {}
