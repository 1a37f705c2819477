import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type PropsWithChildren,
} from 'react';
import { facts } from '../api/facts.js';
import { black, colorIn, contrast, darkSurface, legible, mixed, white } from './colors.js';
import { readPreference, writePreference } from '../app/preferences.js';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

interface ThemeState {
  readonly theme: Theme;
  setTheme(theme: Theme): void;
}
const ThemeContext = createContext<ThemeState | null>(null);

const dark = matchMedia('(prefers-color-scheme: dark)');

function show(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

const initialTheme = (): Theme => {
  const stored = readPreference('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
};

/** Sets the colors of the deployment, and the theme that was chosen. It runs before React. */
export function prepareTheme(): void {
  show(initialTheme());
  if (facts.color === null) return;
  const brand = colorIn(facts.color);
  const { style } = document.documentElement;
  style.setProperty('--brand', facts.color);
  style.setProperty('--on-brand', contrast(brand, white) < 4.5 ? '#10131a' : '#fff');
  style.setProperty('--accent-light', legible(brand, black, mixed(brand, white, 0.9)));
  style.setProperty('--accent-dark', legible(brand, white, mixed(brand, darkSurface, 0.76)));
}

export function ThemeProvider({ children }: PropsWithChildren) {
  const [theme, setState] = useState(initialTheme);
  useEffect(() => {
    const update = () => show(theme);
    update();
    dark.addEventListener('change', update);
    return () => dark.removeEventListener('change', update);
  }, [theme]);
  const setTheme = useCallback((next: Theme) => {
    writePreference('theme', next);
    setState(next);
  }, []);
  const state = useMemo(() => ({ theme, setTheme }), [theme, setTheme]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

export const useTheme = (): ThemeState => use(ThemeContext)!;
