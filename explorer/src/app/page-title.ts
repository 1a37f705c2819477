import { useEffect } from 'react';
import { facts } from '../api/facts.js';

/** Sets the title of the browser's tab; `null` for that of the application. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? facts.title : `${title} · ${facts.title}`;
  }, [title]);
}
