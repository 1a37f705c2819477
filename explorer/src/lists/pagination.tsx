import type { ApiPage } from '../api/schema.js';
import { IconButton } from '../components/button.js';
import { useText } from '../i18n/language.js';
import type { ChangeList, ListState } from './list-state.js';

interface PaginationProps {
  readonly page: ApiPage;
  readonly state: ListState;
  readonly change: ChangeList;
}

/** The position of a page, and its neighbors. */
export function Pagination({ page, change }: PaginationProps) {
  const text = useText();
  const { current_page: current, last_page: last, from, to, total } = page.meta;
  const go = (next: number) => () => change({ page: next });
  return (
    <nav className="pagination" aria-label={text.pages}>
      <span className="soft number">{text.rangeOf(from ?? 0, to ?? 0, total)}</span>
      <span className="pagination-buttons">
        <IconButton
          icon="left"
          variant="plain"
          label={text.previousPage}
          disabled={page.links.prev === null}
          onClick={go(current - 1)}
        />
        <span className="number">{text.pageOf(current, last)}</span>
        <IconButton
          icon="right"
          variant="plain"
          label={text.nextPage}
          disabled={page.links.next === null}
          onClick={go(current + 1)}
        />
      </span>
    </nav>
  );
}
