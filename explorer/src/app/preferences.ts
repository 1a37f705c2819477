/** What a browser remembers of a person. It never contains data of the service. */
type Preference = 'theme' | 'language' | `columns:${string}` | 'perPage';

const nameOf = (preference: Preference): string => `resource-api-explorer:${preference}`;

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
