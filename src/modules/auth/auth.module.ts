import { Global, Module, type Provider } from '@nestjs/common';
import { APP_GUARD, ModuleRef } from '@nestjs/core';
import { DATABASE, type Database } from '../../database/connection/database.js';
import type { AuthenticationProvider } from '../../options/authentication-provider.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { AccessTokens } from './access-tokens.js';
import { AccountCommands } from './account-commands.js';
import { Accounts } from './accounts.js';
import { AuthenticationGuard } from './authentication.guard.js';
import { DatabaseClock } from '../../database/read/database-clock.js';
import { AttemptStore } from './attempt-store.js';
import { BackgroundWrites } from './background-writes.js';
import { BearerGuard } from './bearer.guard.js';
import { AUTHENTICATION_PROVIDER, BearerStrategy } from './bearer.strategy.js';
import { PasswordCheck } from '../../rules/values/password-check.js';
import { CurrentPassword } from './current-password.js';
import { COMPILE_FACTS, type CompileFacts } from './fact-columns.js';
import { CredentialThrottle } from './credential-throttle.js';
import { OpaqueTokenVerifier } from './opaque-token-verifier.js';
import { SessionCookies } from './session-cookies.js';
import { SessionController } from './session.controller.js';
import { SignIn } from './sign-in.js';
import { TeamProvider } from './team-provider.js';
import { TokenRevocation } from './token-revocation.js';
import { TokenUsage } from './token-usage.js';
import { TokensController } from './tokens.controller.js';
import { UserAccounts } from './user-accounts.js';
import { UserTable } from './user-table.js';

const userTable: Provider = {
  provide: UserTable,
  inject: [DATABASE, OPTIONS, { token: COMPILE_FACTS, optional: true }],
  useFactory: (
    database: Database,
    { authentication }: ResolvedOptions,
    compileFacts?: CompileFacts,
  ) => new UserTable(database, authentication.user, compileFacts),
};

const clock: Provider = {
  provide: DatabaseClock,
  inject: [DATABASE],
  useFactory: (database: Database) => new DatabaseClock(database),
};

/** The verifier for tokens of an identity provider is loaded only if one is configured. */
const authenticationProvider: Provider = {
  provide: AUTHENTICATION_PROVIDER,
  inject: [
    DATABASE,
    OPTIONS,
    UserTable,
    UserAccounts,
    TokenUsage,
    TokenRevocation,
    BackgroundWrites,
    SessionCookies,
    ModuleRef,
  ],
  useFactory: async (
    database: Database,
    options: ResolvedOptions,
    users: UserTable,
    accounts: UserAccounts<object>,
    use: TokenUsage,
    tokenRevocation: TokenRevocation,
    background: BackgroundWrites,
    cookies: SessionCookies,
    moduleRef: ModuleRef,
  ): Promise<AuthenticationProvider> => {
    const { provider, jwt } = options.authentication;
    if (provider) return new TeamProvider(provider.useClass, options, moduleRef);
    if (!jwt)
      return new OpaqueTokenVerifier(database, users, use, tokenRevocation, background, cookies);
    const { ProviderTokenVerifier } = await import('./provider-token-verifier.js');
    return new ProviderTokenVerifier(accounts, jwt);
  },
};

/**
 * Authentication: login, tokens and the global guard. Global, so that rules can check the current
 * password. Requires `DATABASE` and `OPTIONS` from global modules; `COMPILE_FACTS` is optional. The
 * paths of its controllers are relative to the prefix.
 *
 * @contract C2
 */
@Global()
@Module({
  controllers: [SessionController, TokensController],
  providers: [
    userTable,
    authenticationProvider,
    UserAccounts,
    BackgroundWrites,
    TokenUsage,
    TokenRevocation,
    Accounts,
    AccessTokens,
    SessionCookies,
    clock,
    AttemptStore,
    CredentialThrottle,
    SignIn,
    AccountCommands,
    BearerStrategy,
    BearerGuard,
    AuthenticationGuard,
    { provide: PasswordCheck, useClass: CurrentPassword },
    { provide: APP_GUARD, useExisting: AuthenticationGuard },
  ],
  exports: [
    AccountCommands,
    BearerStrategy,
    BearerGuard,
    DatabaseClock,
    PasswordCheck,
    UserAccounts,
    UserTable,
  ],
})
export class AuthModule {}
