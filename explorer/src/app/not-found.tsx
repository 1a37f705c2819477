import type { PropsWithChildren } from 'react';
import { Link } from 'react-router';
import { State } from '../components/states.js';
import { useText } from '../i18n/language.js';

/** For an address without a page, and for a resource that does not exist or is hidden. */
export function NotFound({ children }: PropsWithChildren) {
  const text = useText();
  return (
    <State icon="alert" title={text.notFound} help={text.notFoundHelp} isPage>
      <Link to="/" className="button button-plain">
        {text.toOverview}
      </Link>
      {children}
    </State>
  );
}
