import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type PropsWithChildren,
} from 'react';
import { readPreference, writePreference } from '../app/preferences.js';
import { en, type Catalogue } from './en.js';

/** The languages by code, with their own names. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof languages;

/** English is part of the first script; the others are loaded when they are chosen. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  de: () => import('./de.js').then(({ de }) => de),
  fr: () => import('./fr.js').then(({ fr }) => fr),
};

interface LanguageState {
  readonly language: Language;
  setLanguage(language: Language): void;
  readonly text: Catalogue;
}

const LanguageContext = createContext<LanguageState | null>(null);

const isLanguage = (code: string | null | undefined): code is Language =>
  code !== null && code !== undefined && code in languages;

/** Returns the stored language, or the first of the browser that exists. */
const initialLanguage = (): Language => {
  const stored = readPreference('language');
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((code) => code.slice(0, 2)).find(isLanguage) ?? 'en';
};

/** Provides the texts. Nothing is shown before those of the first language are loaded. */
export function LanguageProvider({ children }: PropsWithChildren) {
  const [wanted, setWanted] = useState(initialLanguage);
  const [loaded, setLoaded] = useState<{ language: Language; text: Catalogue } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void catalogues[wanted]().then((text) => {
      if (!isCurrent) return;
      document.documentElement.lang = wanted;
      setLoaded({ language: wanted, text });
    });
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  const setLanguage = useCallback((language: Language) => {
    writePreference('language', language);
    setWanted(language);
  }, []);
  const state = useMemo(() => loaded && { ...loaded, setLanguage }, [loaded, setLanguage]);
  return state && <LanguageContext value={state}>{children}</LanguageContext>;
}

export const useLanguage = (): LanguageState => use(LanguageContext)!;

/** Returns the texts of the chosen language. */
export const useText = (): Catalogue => useLanguage().text;
