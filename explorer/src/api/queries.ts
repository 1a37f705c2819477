import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError, type DryRun } from 'resource-api/client';
import { execute, type Call, type CallOptions } from './call.js';
import { rememberLists } from './client.js';
import { facts } from './facts.js';
import type { ApiPage, ApiRecord, Resource } from './schema.js';
import { useApi } from './session.js';

/** Loads some members of the descriptions of all resources. @contract C17.1 */
export function useDescriptions<Member extends keyof Resource>(members: readonly Member[]) {
  const api = useApi();
  return useQuery({
    queryKey: ['_schema', members],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const { data } = await api.$send<{ data: readonly Pick<Resource, 'key' | Member>[] }>({
        method: 'GET',
        path: `${facts.api}/_schema`,
        query: new URLSearchParams({ fields: members.join(',') }),
        options: { signal },
      });
      return data;
    },
  });
}

/** Loads the whole description of a resource that the caller may use. @contract C17.1 */
export function useDescription(key: string, { enabled = true } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: ['_schema', key],
    staleTime: Infinity,
    enabled,
    queryFn: async ({ signal }) => {
      const { data } = await api.$send<{ data: Resource }>({
        method: 'GET',
        path: `${facts.api}/_schema/${key}`,
        options: { signal },
      });
      rememberLists(data);
      return data;
    },
  });
}

/** The key of everything that was read from the API. */
export const dataKey = ['data'] as const;

/** Reads what a call returns. The previous response remains while the next one is loading. */
export function useRead<Result>(call: Call, { enabled = true } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: [...dataKey, call],
    queryFn: ({ signal }) => execute<Result>(api, call, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Reads a page of a resource. */
export const usePage = (call: Call, options?: { readonly enabled?: boolean }) =>
  useRead<ApiPage>(call, options);

export const showCall = (resource: string, id: string, query: object = {}): Call => ({
  resource,
  method: 'show',
  args: [id, query],
});

/** Reads a record. */
export function useRecord(resource: string, id: string, query: object = {}) {
  const api = useApi();
  const call = showCall(resource, id, query);
  return useQuery({
    queryKey: [...dataKey, call],
    queryFn: ({ signal }) => execute<ApiRecord>(api, call, { signal }),
  });
}

/** A write, and its options. */
export interface Write {
  readonly call: Call;
  readonly options?: CallOptions;
}

/** Whether a run ended in the middle. What it has committed remains. @contract C6.8, C14.2 */
const isInterruption = (error: unknown): boolean =>
  isApiError(error) && (error.code === 'run_cancelled' || error.meta !== undefined);

/**
 * Sends writes. After each, everything that was read is read again, since a related record may be
 * part of any response.
 */
export function useWrite<Result = unknown>() {
  const api = useApi();
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: dataKey });
  return useMutation({
    mutationFn: ({ call, options }: Write) => execute<Result>(api, call, options),
    onSuccess: (_result, { options }) => (options?.dryRun ? undefined : readAgain()),
    onError: (error) => (isInterruption(error) ? readAgain() : undefined),
  });
}

/** Stops an action that runs after its response. @contract C14.2 */
export function useCancelRun() {
  const api = useApi();
  return useMutation({ mutationFn: (id: string) => api.runs.cancel(id) });
}

/** Returns what a write would change, and changes nothing. @contract C13.3 */
export function useDryRun() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ call, options }: Write) =>
      execute<DryRun>(api, call, { ...options, dryRun: true }),
  });
}
