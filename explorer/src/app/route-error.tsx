import { useRouteError } from 'react-router';
import { ErrorState } from '../components/states.js';

/** A page that failed, while the frame around it remains. */
export function RouteError() {
  const error = useRouteError();
  return <ErrorState error={error} onRetry={() => location.reload()} isPage />;
}
