import { Injectable } from '@nestjs/common';
import { isAvailable } from '../../pipeline/authorization/is-available.js';
import { authorizePivotRelation, mayAllow } from '../../pipeline/authorization/pivot-abilities.js';
import { RequestError } from '../../base/errors/index.js';
import { isPivotRelation } from '../../registry/resources/pivot-relations.js';
import { PivotAuthorizer } from '../../modules/relations/pivot-authorizer.js';
import type { PivotOperation } from '../../modules/relations/pivot-call.js';
import { declared, type AccessStep } from './access-step.js';
import type { AskedAccess, AccessFinding } from './asked-access.js';
import { RecordAccess } from './record-access.js';

/** Asks whether an account may load or change a relation. */
@Injectable()
export class RelationAccess {
  constructor(
    private readonly records: RecordAccess,
    private readonly pivots: PivotAuthorizer,
  ) {}

  /** @throws RequestError of the request */
  async find(asked: AskedAccess, name: string): Promise<AccessFinding> {
    const { operation } = asked.question;
    return operation === 'index' || operation === 'show'
      ? this.load(asked, name)
      : this.change(asked, name, operation as PivotOperation);
  }

  /** A relation that the account may not use is rejected like one that does not exist. */
  private async load(asked: AskedAccess, name: string): Promise<AccessFinding> {
    const { full, context, request } = asked;
    const record = await this.records.find(asked);
    if (record.error) return record;
    const member = context.resource.relations.get(name);
    const { only } = full.relations.get(name)!.options;
    const place: AccessStep[] = only
      ? [
          declared(
            full,
            name,
            'only',
            member ? 'allowed' : 'hidden',
            `Read in: ${only.join(', ')}.`,
          ),
        ]
      : [];
    const isUsable =
      member !== undefined && (await isAvailable(member, request, context.authorizer));
    const steps = [...record.steps, ...place];
    return { error: isUsable ? null : 'invalid_query', steps };
  }

  private async change(
    asked: AskedAccess,
    name: string,
    operation: PivotOperation,
  ): Promise<AccessFinding> {
    const { full, context, request, question } = asked;
    const steps = declarationsOf(asked, name, operation);
    const found: AccessFinding = { error: null, steps };
    try {
      const { abilities } = await authorizePivotRelation(
        context.resource,
        name,
        request,
        context.authorizer,
      );
      if (question.id === null) {
        if (!(await mayAllow(abilities, operation, request)))
          throw new RequestError('unauthorized');
        return found;
      }
      await this.records.see(asked, (step) => steps.push(step));
      await this.pivots.authorize({
        ...{ context, operation, id: question.id, relation: name, related: null },
        ...{ queryString: '', languages: ['en'] },
        body: { [name]: question.related === null ? [] : [question.related] },
      });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.code === 'validation_failed')
        steps.push(
          declared(full, name, 'related', 'hidden', 'The account does not see the related record.'),
        );
      return { error: error.code, steps };
    }
    return found;
  }
}

function declarationsOf(
  { full }: AskedAccess,
  name: string,
  operation: PivotOperation,
): AccessStep[] {
  const member = full.relations.get(name)!;
  if (member.form !== 'relation' || !isPivotRelation(member))
    return [
      declared(full, name, operation, 'hidden', 'Only many-to-many relations can be changed so.'),
    ];
  return member.abilities[operation] === null
    ? [declared(full, name, operation, 'refused', 'No method or option allows it, so nobody may.')]
    : [];
}
