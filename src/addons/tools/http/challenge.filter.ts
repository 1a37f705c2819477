import { Catch, Inject, type ArgumentsHost } from '@nestjs/common';
import { RequestError } from '../../../base/errors/index.js';
import { ErrorFilter } from '../../../http/errors/error.filter.js';
import { LOGGER } from '../../../base/logging/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { Logger } from 'pino';
import { metadataAddress } from './protected-resource.js';

/**
 * Adds the address of the resource metadata to the challenge of a 401, if an identity provider
 * issues the tokens. RFC 9728.
 * @contract C2.5
 */
@Catch()
export class ChallengeFilter extends ErrorFilter {
  private readonly address: string | null;

  constructor(@Inject(LOGGER) logger: Logger, @Inject(OPTIONS) options: ResolvedOptions) {
    super(logger);
    this.address = metadataAddress(options);
  }

  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(
      this.address !== null && isUnauthenticated(error) ? challenge(error, this.address) : error,
      host,
    );
  }
}

const isUnauthenticated = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === 'unauthenticated';

/** Appends the address to the challenge's parameters, such as `error`. */
function challenge(cause: RequestError, address: string): RequestError {
  const given = cause.headers['WWW-Authenticate'] ?? 'Bearer';
  const separator = given.includes('=') ? ', ' : ' ';
  const headers = { 'WWW-Authenticate': `${given}${separator}resource_metadata="${address}"` };
  return new RequestError('unauthenticated', { headers, cause });
}
