import { inspect } from 'node:util';
import { isError } from './errors/index.js';
import { UnopenedDatabaseError } from './execution/database/unopened-database-error.js';
import { UnservedDatabaseError } from './execution/database/verify-server.js';
import { HostError, UnguardedRoutesError } from './http/index.js';
import { EnvironmentError } from './options/read-environment.js';
import { OptionsError } from './options/options-error.js';
import { DefinitionError } from './registry/fault.js';
import { StorageError } from './storage/storage-error.js';

/** Reports that say everything: where they were thrown helps nobody. */
const reports = [
  EnvironmentError,
  OptionsError,
  DefinitionError,
  StorageError,
  UnguardedRoutesError,
  HostError,
  UnservedDatabaseError,
  UnopenedDatabaseError,
];

/** Why nothing could listen there, by the code of the system. */
const listening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use. Stop what listens there, or set PORT to another (0: any that is free)',
  EACCES: 'this user may not open it. Set PORT to one from 1024',
  EADDRNOTAVAIL: 'this machine has no such address. Set HOST to one that it has, such as 127.0.0.1',
  ENOTFOUND: 'HOST is no address, and no name of one. Set it to one such as 127.0.0.1',
};

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

/**
 * Why the start failed, in words for whoever started it; a stack only where the fault may be ours.
 */
export function describeStartFailure(error: unknown): string {
  if (reports.some((report) => error instanceof report)) return (error as Error).message;
  return (isError(error) ? describeListening(error) : undefined) ?? inspect(error);
}

function describeListening({
  code,
  syscall,
  address,
  hostname,
  port,
}: SystemError): string | undefined {
  const why = syscall === 'listen' || syscall === 'getaddrinfo' ? listening[code ?? ''] : undefined;
  const place = [address ?? hostname, port].filter((part) => part !== undefined).join(', port ');
  return why && `Nothing can listen on ${place}: ${why}.`;
}
