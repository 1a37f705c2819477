import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '../authorization/access.js';
import type { RequestOrigin } from '../definition/register.js';
import { DATABASE, type Database } from '../execution/database/database.js';
import { dialects } from '../execution/dialects/index.js';
import { ResourceRegistry } from '../registry/resource-registry.js';
import { PasswordCheck } from '../rules/password-check.js';
import type { RuleSet } from '../rules/rule-context.js';
import { checkPayload } from './check-payload.js';
import { RecordLookup } from './row-lookup.js';

/** Who sends a payload that belongs to no resource, and by what name it is asked for. */
export interface FreeCall {
  readonly name: string;
  readonly access: Access;
  readonly languages: readonly string[];
  readonly origin: RequestOrigin;
}

/** Holds payloads against rules where no resource is asked; to a team's own rules it is an action of that name. */
@Injectable()
export class FreePayloads {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly passwords: PasswordCheck,
  ) {}

  /** @throws RequestError `validation_failed` @contract C6.9 */
  check(rules: RuleSet, payload: unknown, { name, access, languages, origin }: FreeCall): Promise<object> {
    const { database, registry, passwords } = this;
    const { user } = access;
    return checkPayload(rules, payload, {
      request: { user: user as never, resource: name, operation: 'action', id: null, query: {}, origin },
      languages,
      rows: new RecordLookup(database, dialects[database.dialect], registry, access, null),
      isCurrentPassword: (text) => passwords.isCurrent(user, text, null),
    });
  }
}
