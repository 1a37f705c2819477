import { Module } from '@nestjs/common';
import { ExplorerController } from './explorer.controller.js';
import { ExplorerFiles } from './explorer-files.js';

/** The browser application, at the path of the option `explorer`. */
@Module({ controllers: [ExplorerController], providers: [ExplorerFiles] })
export class ExplorerModule {}
