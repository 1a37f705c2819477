import type { ResourceDraft } from './draft.js';
import type { Fault } from './fault.js';

/** What a verifier found; a warning does not stop the start. */
export interface Finding extends Fault {
  readonly severity?: 'warning';
}

/** One rule that definitions are held against. It only looks; it changes nothing. */
export type Verifier = (drafts: readonly ResourceDraft[]) => Iterable<Finding>;
