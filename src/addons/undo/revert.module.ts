import { Module } from '@nestjs/common';
import { LoggedChangesReader } from './logged-changes-reader.js';
import { RestoredReferences } from './restored-references.js';
import { RestoredRows } from './restored-rows.js';
import { RevertActions } from './revert-actions.js';
import { RevertChanges } from './revert-changes.js';
import { RevertPivots } from './revert-pivots.js';
import { RevertRecords } from './revert-records.js';
import { RevertedValues } from './reverted-values.js';
import { PivotValidator } from '../../modules/relations/pivot-validator.js';
import { UndoController } from './undo.controller.js';
import { UndoGuard } from './undo.guard.js';

/** Reverts changes that the log contains. @contract C15 */
@Module({
  controllers: [UndoController],
  providers: [
    LoggedChangesReader,
    RestoredReferences,
    RestoredRows,
    RevertActions,
    RevertChanges,
    RevertPivots,
    RevertRecords,
    RevertedValues,
    PivotValidator,
    UndoGuard,
  ],
  exports: [RevertChanges],
})
export class UndoModule {}
