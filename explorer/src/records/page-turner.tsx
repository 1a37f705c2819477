import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';

interface PageTurnerProps {
  readonly page: number;
  readonly data: {
    readonly links: { readonly prev: string | null; readonly next: string | null };
    readonly meta: { readonly last_page: number | null };
  };
  turn(this: void, page: number): void;
}

/** Buttons for the previous and the next page of a tab; nothing if there is only one page. */
export function PageTurner({ page, data: { links, meta }, turn }: PageTurnerProps) {
  const text = useText();
  if (links.prev === null && links.next === null) return null;
  return (
    <nav className="relation-pages" aria-label={text.pages}>
      <IconButton
        icon="left"
        label={text.previousPage}
        disabled={links.prev === null}
        onClick={() => turn(page - 1)}
      />
      <span className="soft">{text.pageOf(page, meta.last_page)}</span>
      <IconButton
        icon="right"
        label={text.nextPage}
        disabled={links.next === null}
        onClick={() => turn(page + 1)}
      />
    </nav>
  );
}
