import { Module } from '@nestjs/common';
import { FirstPageController } from './first-page.controller.js';

/** Describes the service at `/`. */
@Module({ controllers: [FirstPageController] })
export class FirstPageModule {}
