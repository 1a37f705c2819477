import { Injectable } from '@nestjs/common';
import { RequestError } from '../../base/errors/index.js';
import { getAction } from '../../modules/actions/find-action.js';
import { declared, type AccessStep } from './access-step.js';
import type { AskedAccess, AccessFinding } from './asked-access.js';
import { RecordAccess } from './record-access.js';

/** Asks whether an account may run an action. */
@Injectable()
export class ActionAccess {
  constructor(private readonly records: RecordAccess) {}

  async find(asked: AskedAccess, name: string): Promise<AccessFinding> {
    const { context, request, question } = asked;
    const steps: AccessStep[] = [];
    try {
      const action = await getAction(context, request, name);
      if (question.id === null) return { error: null, steps };
      const record = await this.records.see(asked, (step) => steps.push(step));
      if (action.scope === 'standalone') return { error: null, steps };
      if (action.canRun && !(await action.canRun(context.authorizer.user, record)))
        throw new RequestError('unauthorized');
      return { error: null, steps };
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { error: error.code, steps: [...steps, ...this.misplaced(asked, name)] };
    }
  }

  /** An action of another path is treated as one that does not exist. @contract C6.2 */
  private misplaced({ full, question }: AskedAccess, name: string): readonly AccessStep[] {
    const { scope } = full.actions.find(({ uriKey }) => uriKey === name)!;
    const isMisplaced = scope === (question.id === null ? 'show' : 'index');
    const place = scope === 'show' ? 'a record' : 'a collection';
    return isMisplaced
      ? [declared(full, name, 'path', 'hidden', `The action runs on the path of ${place} only.`)]
      : [];
  }
}
