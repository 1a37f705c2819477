import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';
import './theme/base.css';
import './components/components.css';
import './app/app.css';
import { App } from './app/app.js';
import { prepareTheme } from './theme/theme.js';

prepareTheme();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
