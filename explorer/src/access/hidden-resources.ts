import { useQuery } from '@tanstack/react-query';
import { facts } from '../api/facts.js';
import type { Resource } from '../api/schema.js';
import { useSchema, useSession } from '../api/session.js';

/**
 * Returns the resources that the person may list, but not the account that the person views the
 * service as.
 */
export function useHiddenResources(): readonly Resource[] {
  const { ownApi, viewed } = useSession();
  const schema = useSchema();
  const { data } = useQuery({
    queryKey: ['own-schema'],
    staleTime: Infinity,
    enabled: viewed !== null && facts.features.why,
    queryFn: () =>
      ownApi.$send<{ data: readonly Resource[] }>({ method: 'GET', path: `${facts.api}/_schema` }),
  });
  return data?.data.filter(({ key }) => !schema.find(key)) ?? [];
}
