import { Global, Module } from '@nestjs/common';
import { LoggedChangesReader } from './logged-changes-reader.js';
import { RestoredRows } from './restored-rows.js';
import { RevertActions } from './revert-actions.js';
import { RevertChanges } from './revert-changes.js';
import { RevertPivots } from './revert-pivots.js';
import { RevertRecords } from './revert-records.js';
import { UndoController } from './undo.controller.js';
import { UndoGuard } from './undo.guard.js';

/** Reverts changes that the log contains, over HTTP and by a tool. @contract C15 */
@Global()
@Module({
  controllers: [UndoController],
  providers: [
    LoggedChangesReader,
    RestoredRows,
    RevertActions,
    RevertChanges,
    RevertPivots,
    RevertRecords,
    UndoGuard,
  ],
  exports: [RevertChanges],
})
export class UndoModule {}
