import { useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { AccessTools } from '../access/access-tools.js';
import { ViewedStrip } from '../access/view-as.js';
import { useSchema } from '../api/session.js';
import { BookmarkLinks } from '../bookmarks/bookmark-links.js';
import { IconButton } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { useText } from '../i18n/language.js';
import { Brand } from './brand.js';
import { CommandPalette } from './command-palette.js';
import { HelpDialog } from './help-dialog.js';
import { listPath, mapPath } from './paths.js';
import { Settings } from './settings.js';
import { useShortcut } from './shortcuts.js';

/** The frame of every page: the resources at the side, the tools above. */
export function Shell() {
  const text = useText();
  const { pathname } = useLocation();
  // Another page closes the navigation of narrow screens.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  useShortcut('mod+k', () => setSearching(true));
  useShortcut('?', () => setHelping(true));
  return (
    <div className={`shell ${isOpen ? 'shell-open' : ''}`}>
      <a href="#content" className="skip">
        {text.skipToContent}
      </a>
      <header className="topbar">
        <IconButton
          icon={isOpen ? 'close' : 'menu'}
          label={isOpen ? text.closeNavigation : text.openNavigation}
          className="only-narrow"
          aria-expanded={isOpen}
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        />
        <NavLink to="/" className="topbar-brand">
          <Brand />
        </NavLink>
        <button type="button" className="palette-button" onClick={() => setSearching(true)}>
          <Icon name="search" />
          <span>{text.searchOrJump}</span>
          <kbd>Ctrl K</kbd>
        </button>
        <div className="topbar-tools">
          <AccessTools />
          <IconButton
            icon="help"
            label={text.help}
            className="not-narrow"
            onClick={() => setHelping(true)}
          />
          <Settings />
        </div>
      </header>
      <Sidebar />
      <main id="content" className="content" tabIndex={-1}>
        <ViewedStrip />
        <Outlet />
      </main>
      {isHelping && <HelpDialog onClose={() => setHelping(false)} />}
      {isSearching && <CommandPalette onClose={() => setSearching(false)} />}
    </div>
  );
}

function Sidebar() {
  const text = useText();
  const { groups } = useSchema();
  return (
    <nav className="sidebar" aria-label={text.navigation}>
      <ul>
        <li>
          <NavLink to="/" end className="nav-link">
            <Icon name="grid" /> {text.home}
          </NavLink>
        </li>
        <li>
          <NavLink to={mapPath} className="nav-link">
            <Icon name="map" /> {text.map}
          </NavLink>
        </li>
      </ul>
      <BookmarkLinks />
      {groups.map(([group, resources]) => (
        <section key={group ?? ''}>
          <h2 className="nav-heading">
            {group ?? (groups.length > 1 ? text.otherResources : text.resources)}
          </h2>
          <ul>
            {resources.map(({ key, label }) => (
              <li key={key}>
                <NavLink to={listPath(key)} className="nav-link">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
