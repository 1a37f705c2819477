import { Module } from '@nestjs/common';
import { UndoController } from './undo.controller.js';
import { UndoGuard } from './undo.guard.js';

/** The endpoints that revert changes. @contract C15 */
@Module({ controllers: [UndoController], providers: [UndoGuard] })
export class UndoModule {}
