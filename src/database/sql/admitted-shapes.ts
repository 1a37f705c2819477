/** One of so many shapes that are not admitted is, in place of the oldest. */
const EVERY = 100;

/**
 * Limits how many shapes of statements are in use. A shape that is often asked for gets in, and
 * callers who ask for ever other shapes change few.
 */
export class AdmittedShapes {
  private readonly admitted = new Set<string>();
  private refused = 0;

  /** @param max the most shapes */
  constructor(private readonly max: number) {}

  admits(shape: string): boolean {
    if (this.admitted.has(shape)) return true;
    if (this.admitted.size >= this.max) {
      this.refused += 1;
      if (this.refused % EVERY > 0) return false;
      this.admitted.delete(this.admitted.values().next().value!);
    }
    this.admitted.add(shape);
    return true;
  }
}
