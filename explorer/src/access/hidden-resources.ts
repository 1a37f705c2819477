import { useQuery } from '@tanstack/react-query';
import { facts } from '../api/facts.js';
import type { Summary } from '../api/schema.js';
import { useSchema, useSession } from '../api/session.js';

type Named = Pick<Summary, 'key' | 'label'>;

/**
 * Returns the resources that the person may list, but not the account that the person views the
 * service as.
 */
export function useHiddenResources(): readonly Named[] {
  const { ownApi, viewed } = useSession();
  const schema = useSchema();
  const { data } = useQuery({
    queryKey: ['own-schema'],
    staleTime: Infinity,
    enabled: viewed !== null && facts.features.why,
    queryFn: () =>
      ownApi.$send<{ data: readonly Named[] }>({
        method: 'GET',
        path: `${facts.api}/_schema`,
        query: new URLSearchParams({ fields: 'label' }),
      }),
  });
  return data?.data.filter(({ key }) => !schema.find(key)) ?? [];
}
