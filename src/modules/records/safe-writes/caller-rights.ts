import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { dialects } from '../../../execution/dialects/index.js';
import { conditionSql } from '../../../execution/sql/condition-sql.js';
import { digestOf } from '../../idempotency/request-digest.js';

/** An instant as a value of a condition, which may be the current one. */
const instant = /^\d{4}-\d\d-\d\d/;

/**
 * Describes what a caller may see, so that a response is not returned again to a caller whose
 * rights have changed since.
 *
 * @contract C13.2
 */
@Injectable()
export class CallerRights {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Returns a digest of the members of the resources that the caller sees.
   *
   * @param isPlain whether the response contains data that no policy can be asked about, as actions
   * return it: then the digest also covers which records the caller sees
   */
  async digest(context: RequestContext, isPlain: boolean): Promise<string> {
    const { view } = context.resource;
    const members = [...view.values()].flatMap(({ key, fields, relations }) => [
      key,
      [...fields.keys()].join(),
      [...relations.keys()].join(),
    ]);
    return digestOf(isPlain ? [...members, ...(await this.scopesOf(context))] : members);
  }

  private scopesOf({ resource: { view }, authorizer }: RequestContext): Promise<readonly string[]> {
    const dialect = dialects[this.database.dialect];
    return Promise.all(
      [...view.values()].map(async (resource) => {
        if (!(await authorizer.mayIndex(resource))) return 'none';
        const { key, values } = conditionSql(authorizer.scope(resource), dialect);
        return `${key} ${JSON.stringify(values.filter((value) => !isInstant(value)))}`;
      }),
    );
  }
}

const isInstant = (value: unknown): boolean =>
  value instanceof Date || (typeof value === 'string' && instant.test(value));
