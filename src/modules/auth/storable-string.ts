const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Returns whether every database can store the string: no NUL, no lone surrogate.
 * @contract C1.7
 */
export const isStorableString = (value: string): boolean => !UNSTORABLE.test(value);
