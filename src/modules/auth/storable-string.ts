const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether every database can keep the text: no NUL, no half of a surrogate pair. @contract C1.7 */
export const isStorableString = (value: string): boolean => !UNSTORABLE.test(value);
