import { useId } from 'react';
import { Button } from '../components/button.js';
import { Dialog } from '../components/dialog.js';
import { useToast } from '../components/toast.js';
import { useText } from '../i18n/language.js';
import { LONGEST_NAME, removeBookmark, saveBookmark, type Bookmark } from './bookmarks.js';

interface BookmarkDialogProps {
  /** With the name that is suggested, if it is new. */
  readonly bookmark: Bookmark;
  readonly isNew: boolean;
  onClose(this: void): void;
}

/** Names a bookmark, and removes it. */
export function BookmarkDialog({ bookmark, isNew, onClose }: BookmarkDialogProps) {
  const text = useText();
  const id = useId();
  const toast = useToast();
  return (
    <Dialog
      title={isNew ? text.addBookmark : text.editBookmark}
      size="small"
      onClose={onClose}
      footer={
        <>
          {!isNew && (
            <Button
              icon="trash"
              variant="danger"
              className="bookmark-remove"
              onClick={() => {
                removeBookmark(bookmark.path);
                onClose();
                toast.done(text.bookmarkRemoved);
              }}
            >
              {text.remove}
            </Button>
          )}
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" type="submit" form={id}>
            {text.save}
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          const name = new FormData(event.currentTarget).get('name') as string;
          saveBookmark({ name, path: bookmark.path });
          onClose();
          toast.done(text.bookmarkSaved);
        }}
      >
        <label className="control" htmlFor={`${id}-name`}>
          <span>{text.bookmarkName}</span>
          <input
            id={`${id}-name`}
            name="name"
            data-autofocus
            required
            // More than spaces.
            pattern=".*\S.*"
            maxLength={LONGEST_NAME}
            autoComplete="off"
            dir="auto"
            defaultValue={bookmark.name}
            onFocus={({ target }) => target.select()}
          />
          <small>{text.bookmarkHelp}</small>
        </label>
      </form>
    </Dialog>
  );
}
