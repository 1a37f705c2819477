/** The number of rows of the demo, and its special users. */
export const USERS = 200;
export const POSTS = 2_000;
export const COMMENTS = 6_000;
export const VIDEOS = 60;

/** The keys of the accounts with a public password. */
export const ADMIN = 1;
export const EDITOR = 2;
export const AUTHOR = 3;
export const READER = 4;
export const SUSPENDED = 5;

/** Users from this key have no posts, so that they can be deleted. */
export const FIRST_SILENT_USER = 196;

/** Whole numbers from 1. */
export const keys = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

/** Users with posts: neither the reader nor the silent ones. */
export const writers = keys(FIRST_SILENT_USER - 1).filter((user) => user !== READER);
