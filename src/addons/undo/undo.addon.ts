import type { Addon } from '../../options/addon.js';
import { UndoModule } from './undo.module.js';

/** Reverts changes that the log contains. @contract C15 */
export const undo: Addon = { prefixed: () => [UndoModule] };
