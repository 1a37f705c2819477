import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/**
 * Reports liveness and readiness to operators. Its paths are outside the prefix.
 * @contract C1.1
 */
@Module({ controllers: [HealthController] })
export class HealthModule {}
