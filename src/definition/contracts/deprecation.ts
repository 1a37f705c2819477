/**
 * From when on clients should not use a member, as a date: `'2026-11-01'`. The object also describes
 * its removal and what replaces it.
 *
 * @contract C17.7
 */
export type Deprecation =
  | string
  | {
      /** A date, or an instant such as `2026-11-01T12:00:00Z`; it may be in the future. */
      readonly since: string;
      /** When the member will stop working, in the same form. */
      readonly sunset?: string;
      /** What clients should use instead, for people: `` `title` ``, or `the action publish`. */
      readonly use?: string;
      /** The URL of a page that describes the change. */
      readonly link?: string;
    };

export interface DeprecationOptions {
  /** From when on clients should not use the member, which works as before. @contract C17.7 */
  readonly deprecated?: Deprecation;
}
