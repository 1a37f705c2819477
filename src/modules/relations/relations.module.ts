import { Module } from '@nestjs/common';
import { ResourceGuard } from '../records/resource.guard.js';
import { RelationGuard } from './relation.guard.js';
import { RelationsController } from './relations.controller.js';

/** The relations of every resource over HTTP. */
@Module({ controllers: [RelationsController], providers: [ResourceGuard, RelationGuard] })
export class RelationsModule {}
