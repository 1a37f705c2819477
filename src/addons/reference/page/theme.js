/* global document, localStorage, matchMedia */

// Runs before the page is drawn, so that a dark page never flashes white.
const chosen = localStorage.getItem('resource-api.theme');
const isDark =
  chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
document.documentElement.classList.toggle('dark-mode', isDark);
