export { AuthModule } from './auth.module.js';
export { findBearerToken } from './bearer-token.js';
export { AccountCommands } from './account-commands.js';
export { BearerGuard } from './bearer.guard.js';
export { COMPILE_FACTS, type CompileFacts, type FactColumns } from './fact-columns.js';
export { isPublicHandler, Public } from './public.decorator.js';
export { hashPassword, verifyPassword } from './passwords.js';
export { UserAccounts } from './user-accounts.js';
export { unauthenticated } from './unauthenticated.js';
