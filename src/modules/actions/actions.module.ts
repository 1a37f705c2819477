import { Module } from '@nestjs/common';
import { ResourceGuard } from '../records/resource.guard.js';
import { ActionsController } from './actions.controller.js';

/** The actions of every resource over HTTP. */
@Module({ controllers: [ActionsController], providers: [ResourceGuard] })
export class ActionsModule {}
