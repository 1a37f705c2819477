/*
 * JSON never holds control characters as they are, since they are escaped there: between the
 * database and here they are free to say what JSON cannot.
 */

/** Stands between the rows and the JSON texts that end them. */
export const BETWEEN = '\u0001';

/**
 * Stands for a value that is none of its column, so that it is read, answered as null, and told.
 */
export const UNWRITABLE = '\u0002';

/** A mark as SQL. */
export const markSql = (mark: string): string => `chr(${mark.charCodeAt(0)})`;
