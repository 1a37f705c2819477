import { useMemo, useSyncExternalStore } from 'react';
import type { Location } from 'react-router';
import { facts } from '../api/facts.js';
import { useSchema } from '../api/session.js';
import { readPreference, watchPreference, writePreference } from '../app/preferences.js';
import { nameIn } from '../app/paths.js';

/** A list that a person has named. No two have the same path. */
export interface Bookmark {
  readonly name: string;
  /** The path of the list below the explorer, with its search, filters, order and columns. */
  readonly path: string;
}

/** The deployments of an origin share its storage. */
const preference = `bookmarks:${facts.base}` as const;

/** The characters of a name. */
export const LONGEST_NAME = 80;

/** Only the pages of lists: a path such as `//example.com` is another site. */
const isList = (path: string): boolean => /^\/[^/\\?#]+\?[^#]*$/.test(path);

const isBookmark = (value: unknown): value is Bookmark => {
  const { name, path } = (value ?? {}) as Partial<Record<keyof Bookmark, unknown>>;
  return typeof name === 'string' && typeof path === 'string' && isList(path);
};

function read(): readonly Bookmark[] {
  try {
    const stored: unknown = JSON.parse(readPreference(preference) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

let current = read();
const listeners = new Set<() => void>();

const notify = (bookmarks: readonly Bookmark[]): void => {
  current = bookmarks;
  for (const listener of listeners) listener();
};

watchPreference(preference, () => notify(read()));

function write(bookmarks: readonly Bookmark[]): void {
  writePreference(preference, bookmarks.length > 0 ? JSON.stringify(bookmarks) : null);
  notify(bookmarks);
}

/** Adds a bookmark, or renames the one with its path. */
export function saveBookmark({ name, path }: Bookmark): void {
  const saved = { name: name.trim().slice(0, LONGEST_NAME), path };
  const isKnown = current.some((each) => each.path === path);
  write(isKnown ? current.map((each) => (each.path === path ? saved : each)) : [...current, saved]);
}

export const removeBookmark = (path: string): void =>
  write(current.filter((each) => each.path !== path));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the bookmarks of resources that the caller may list, in the order of their creation. */
export function useBookmarks(): readonly Bookmark[] {
  const schema = useSchema();
  const bookmarks = useSyncExternalStore(subscribe, () => current);
  return useMemo(() => {
    const resourceIn = (path: string) =>
      nameIn(decoded(path.slice(1).replace(/\?.*$/, '')) ?? undefined);
    return bookmarks.filter(({ path }) => schema.find(resourceIn(path)));
  }, [bookmarks, schema]);
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Returns the path of a bookmark of a page. A bookmark opens the first page of its list. */
export function bookmarkPath({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('page');
  parameters.delete('run');
  return `${pathname}?${parameters}`;
}
