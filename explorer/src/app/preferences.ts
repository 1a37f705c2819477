/**
 * What a browser remembers of a person. It never contains data of the service: bookmarks contain
 * the addresses of lists, with what a person has searched and filtered by.
 */
type Preference = 'theme' | 'language' | `columns:${string}` | 'perPage' | `bookmarks:${string}`;

const nameOf = (preference: Preference): string => `resource-api-explorer:${preference}`;

/** Runs a function when another tab changes a preference. Returns a function that ends it. */
export function watchPreference(preference: Preference, run: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    // Without a key, everything was removed.
    if (key === null || key === nameOf(preference)) run();
  };
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}

/** Returns a preference; `null` without one, or if the browser stores nothing. */
export function readPreference(preference: Preference): string | null {
  try {
    return localStorage.getItem(nameOf(preference));
  } catch {
    return null;
  }
}

/** Stores a preference; `null` removes it. */
export function writePreference(preference: Preference, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(nameOf(preference));
    else localStorage.setItem(nameOf(preference), value);
  } catch {
    // The browser may forbid it. The preference then ends with the page.
  }
}
