import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { IconButton } from '../components/button.js';
import { Icon } from '../components/icon.js';
import { useText } from '../i18n/language.js';
import { BookmarkDialog } from './bookmark-dialog.js';
import { bookmarkPath, useBookmarks, type Bookmark } from './bookmarks.js';
import './bookmarks.css';

/** The bookmarks in the sidebar. */
export function BookmarkLinks() {
  const text = useText();
  const bookmarks = useBookmarks();
  const here = bookmarkPath(useLocation());
  const [edited, setEdited] = useState<Bookmark | null>(null);
  return (
    <>
      {bookmarks.length > 0 && (
        <section>
          <h2 className="nav-heading">{text.bookmarks}</h2>
          <ul>
            {bookmarks.map((bookmark) => {
              const { name, path } = bookmark;
              const isHere = path === here;
              return (
                <li key={path} className="bookmark">
                  <Link
                    to={path}
                    className={`nav-link ${isHere ? 'active' : ''}`}
                    aria-current={isHere ? 'page' : undefined}
                    title={name}
                  >
                    <Icon name="bookmark" />
                    <span className="one-line" dir="auto">
                      {name}
                    </span>
                  </Link>
                  <IconButton
                    icon="edit"
                    label={text.editBookmarkOf(name)}
                    onClick={() => setEdited(bookmark)}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {edited && <BookmarkDialog bookmark={edited} isNew={false} onClose={() => setEdited(null)} />}
    </>
  );
}
