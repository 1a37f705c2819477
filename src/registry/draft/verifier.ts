import type { ResourceDraft } from './draft.js';
import type { Fault } from './fault.js';

/** What a verifier found; a warning does not stop the start. */
export interface Finding extends Fault {
  readonly severity?: 'warning';
}

/** One rule that definitions must keep. It changes nothing. */
export type Verifier = (drafts: readonly ResourceDraft[]) => Iterable<Finding>;
