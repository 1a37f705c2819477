import type { ResourceDraft } from '../draft.js';
import type { Finding, Verifier } from '../verifier.js';

/** A verifier that looks at one resource at a time. */
export const eachResource =
  (verify: (draft: ResourceDraft) => Iterable<Finding>): Verifier =>
  (drafts) =>
    drafts.flatMap((draft) => [...verify(draft)]);

/** A fault of a resource; `member` is empty for the resource as a whole. */
export const faultAt = (draft: ResourceDraft, member: string, wrong: string, instead: string): Finding => ({
  resource: draft.name,
  member,
  wrong,
  instead,
});

/** The same, where it does not stop the start. */
export const warningAt = (draft: ResourceDraft, member: string, wrong: string, instead: string): Finding => ({
  ...faultAt(draft, member, wrong, instead),
  severity: 'warning',
});
