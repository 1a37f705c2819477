import { Module } from '@nestjs/common';
import { RunEvents } from './run-events.js';
import { RunsController } from './runs.controller.js';
import { VisibleRuns } from './visible-runs.js';

/** The endpoints of runs. @contract C14.2 */
@Module({ controllers: [RunsController], providers: [RunEvents, VisibleRuns] })
export class RunsRoutesModule {}
