import { inspect } from 'node:util';
import { isError } from '../base/errors/index.js';
import { UnopenedDatabaseError } from '../database/failures/unopened-database-error.js';
import { UnservedDatabaseError } from '../database/failures/unserved-database-error.js';
import { HostError } from '../http/errors/host-error.js';
import { UnguardedRoutesError } from '../http/adapter/unguarded-routes.js';
import { EnvironmentError } from '../options/read-environment.js';
import { OptionsError } from '../options/options-error.js';
import { DefinitionError } from '../registry/draft/fault.js';
import { StorageError } from '../storage/storage-error.js';

/** Errors with a complete message; their stack does not help. */
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

/** The cause and the remedy by the system's error code. */
const listening: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'the port is in use. Stop the process that listens there, or set PORT to another port (0 for any free port).',
  EACCES: 'this user may not open the port. Set PORT to 1024 or higher.',
  EADDRNOTAVAIL:
    'this machine does not have the address. Set HOST to one of its addresses, such as 127.0.0.1.',
  ENOTFOUND: 'HOST must be an IP address or a host name, such as 127.0.0.1.',
};

interface SystemError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

/**
 * Returns why the start failed. It contains a stack only if the cause may be a fault of the
 * service.
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
  return why && `The service cannot listen on ${place}: ${why}`;
}
