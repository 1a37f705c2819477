import { Global, Module } from '@nestjs/common';
import { ServiceSecrets } from './service-secrets.js';

/** The secret of the deployment, for every feature that signs or conceals values. */
@Global()
@Module({ providers: [ServiceSecrets], exports: [ServiceSecrets] })
export class SecretsModule {}
