import type { ReactNode } from 'react';
import { Outlet, useOutletContext, useParams } from 'react-router';
import { useDescription } from '../api/queries.js';
import type { Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { ErrorState, Loading } from '../components/states.js';
import { NotFound } from './not-found.js';
import { nameIn } from './paths.js';

interface DescribedProps {
  /** The key of the resource. */
  readonly resource: string;
  readonly isPage?: boolean;
  readonly children: (resource: Resource) => ReactNode;
}

/** Loads the description of a resource for what shows it. */
export function Described({ resource: key, isPage = false, children }: DescribedProps) {
  const isKnown = useSchema().find(key) !== undefined;
  const { data, error, refetch } = useDescription(key, { enabled: isKnown });
  if (!isKnown) return <NotFound />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isPage={isPage} />;
  return data ? children(data) : <Loading />;
}

/** Loads the description of the resource in the URL for its pages. */
export function ResourcePages() {
  const { resource } = useParams();
  return (
    <Described resource={nameIn(resource)} isPage>
      {(loaded) => <Outlet context={loaded} />}
    </Described>
  );
}

/** Returns the resource of the page. */
export const usePageResource = (): Resource => useOutletContext<Resource>();
