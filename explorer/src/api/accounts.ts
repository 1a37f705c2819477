import { useQuery } from '@tanstack/react-query';
import { facts } from './facts.js';
import { titleOf, type ApiRecord, type Summary } from './schema.js';
import { useSchema, useSession } from './session.js';

/** Returns the record of the person; `null` without a profile, `undefined` until it is known. */
export function useOwnProfile({ enabled = true } = {}): ApiRecord | null | undefined {
  const { ownApi } = useSession();
  const { data } = useQuery({
    queryKey: ['own-profile'],
    enabled,
    staleTime: Infinity,
    queryFn: () =>
      ownApi.$send<ApiRecord>({ method: 'GET', path: `${facts.api}/profile` }).catch(() => null),
  });
  return data;
}

/** Returns what the person is called; `undefined` if it is not known. */
export function useOwnName(): string | undefined {
  const { credentials } = useSession();
  const profile = useOwnProfile();
  const resource = useSchema().find(profile?.type);
  return credentials?.name ?? (profile ? titleOf(resource, profile) : undefined);
}

/**
 * Returns the resource whose records are accounts: the one that serializes the profile.
 * `undefined` until it is known, without a profile, and if the caller may not list it.
 */
export function useAccountResource(): Summary | undefined {
  return useSchema().find(useOwnProfile()?.type);
}
