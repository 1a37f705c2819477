import type { OnModuleInit, Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { RequestError } from '../../base/errors/index.js';
import type {
  AuthenticationProvider,
  AuthenticationRequest,
} from '../../options/authentication-provider.js';
import type { ResolvedOptions } from '../../options/resource-api-options.js';
import { withTimeout } from '../../base/schedule/with-timeout.js';
import { instanceOf } from './instance-of.js';

/**
 * Calls the application's own provider. Its result is validated and its time is limited, so that a
 * faulty provider neither signs anyone in nor blocks requests.
 *
 * @contract C2.3
 */
export class TeamProvider implements AuthenticationProvider, OnModuleInit {
  private provider!: AuthenticationProvider;

  constructor(
    private readonly type: Type<AuthenticationProvider>,
    private readonly options: Pick<ResolvedOptions, 'authentication' | 'limits'>,
    private readonly moduleRef: ModuleRef,
  ) {}

  async onModuleInit(): Promise<void> {
    this.provider = await instanceOf(this.moduleRef, this.type);
  }

  async authenticate({ method, url, headers, ip }: AuthenticationRequest): Promise<object | null> {
    const { callableTimeout } = this.options.limits;
    const authenticate = async () => this.provider.authenticate({ method, url, headers, ip });
    const user = await withTimeout(callableTimeout, (late) =>
      Promise.race([authenticate(), late.catch(unavailable)]),
    );
    if (user !== null) this.verify(user);
    return user;
  }

  /** @throws TypeError if the user is not an instance of the entity or lacks a fact */
  private verify(user: unknown): void {
    const { entity, facts = {} } = this.options.authentication.user;
    const missing = Object.keys(facts).filter((fact) => !(fact in Object(user)));
    if (user instanceof entity && missing.length === 0) return;
    const expected = `an instance of ${entity.name} with all facts, or null; load it with UserAccounts`;
    throw new TypeError(`${this.type.name}.authenticate() must return ${expected}.`);
  }
}

function unavailable(cause: unknown): never {
  throw new RequestError('unavailable', { cause });
}
