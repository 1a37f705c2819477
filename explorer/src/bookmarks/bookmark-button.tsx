import { useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import { BookmarkDialog } from './bookmark-dialog.js';
import { bookmarkPath, useBookmarks } from './bookmarks.js';

/** Saves the list of this page as a bookmark, or changes its bookmark. `label` names the list. */
export function BookmarkButton({ label }: { readonly label: string }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const path = bookmarkPath(useLocation());
  const saved = useBookmarks().find((bookmark) => bookmark.path === path);
  return (
    <>
      <IconButton
        icon="bookmark"
        label={saved ? text.editBookmark : text.addBookmark}
        className={saved ? 'bookmark-saved' : ''}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <BookmarkDialog
          bookmark={saved ?? { name: label, path }}
          isNew={!saved}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
