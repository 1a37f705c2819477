import { Module } from '@nestjs/common';
import { PivotValidator } from '../../modules/relations/pivot-validator.js';
import { LoggedChangesReader } from './logged-changes-reader.js';
import { RestoredReferences } from './restored-references.js';
import { RestoredRows } from './restored-rows.js';
import { RevertActions } from './revert-actions.js';
import { RevertChanges } from './revert-changes.js';
import { RevertPivots } from './revert-pivots.js';
import { RevertRecords } from './revert-records.js';
import { RevertedValues } from './reverted-values.js';

export { RevertChanges };

/** Reverts changes that the log contains. Loaded by `UndoController`. */
@Module({
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
  ],
})
export class RevertModule {}
