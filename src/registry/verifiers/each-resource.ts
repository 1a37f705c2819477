import { isError } from '../../base/errors/index.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { Finding, Verifier } from '../draft/verifier.js';

/**
 * A verifier of one resource at a time. Where an option has a form that it cannot read, that is a
 * fault as well.
 */
export const eachResource =
  (verify: (draft: ResourceDraft) => Iterable<Finding>): Verifier =>
  (drafts) =>
    drafts.flatMap((draft) => {
      try {
        return [...verify(draft)];
      } catch (error) {
        const reason = isError(error) ? error.message : String(error);
        return [
          faultWithStep(
            draft,
            '',
            `the definition cannot be read: ${reason}`,
            'correct the form of its options',
          ),
        ];
      }
    });

/** A fault of a resource; `member` is empty for the resource as a whole. */
export const faultAt = (
  draft: ResourceDraft,
  member: string,
  wrong: string,
  instead: string,
): Finding => ({
  resource: draft.name,
  member,
  wrong,
  instead,
});

/** A fault whose remedy is something to do: `add it to ...`. */
export const faultWithStep = (
  draft: ResourceDraft,
  member: string,
  wrong: string,
  step: string,
): Finding => ({
  resource: draft.name,
  member,
  wrong,
  step,
});

/** The same as {@link faultAt}, where it does not stop the start. */
export const warningAt = (
  draft: ResourceDraft,
  member: string,
  wrong: string,
  instead: string,
): Finding => ({
  ...faultAt(draft, member, wrong, instead),
  severity: 'warning',
});
