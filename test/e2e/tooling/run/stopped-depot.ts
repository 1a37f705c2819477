import { once } from 'node:events';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ResourceModule, where } from '../../../../src/index.js';
import type { Environment } from '../../../../src/options/settings.js';
import { ActionScript } from '../../../support/depot-app/sacks/actions.js';
import type { Sack } from '../../../support/depot-app/sacks/entities.js';
import { sackDeployment } from '../../../support/depot-app/sacks/sack-depot.js';

/** Grinds what is new. In the chunk `STOP_AT` the process receives SIGINT. */
@Injectable()
class StoppedMill implements OnModuleInit {
  constructor(private readonly modules: ModuleRef) {}

  onModuleInit(): void {
    const script = this.modules.get(ActionScript, { strict: false });
    let chunks = 0;
    script.indexQuery = () => where<Sack>({ state: 'new' });
    script.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      if (String(++chunks) !== process.env.STOP_AT) return;
      // A process that only waits for a signal ends.
      const alive = setInterval(() => undefined, 1_000);
      const stopped = once(process, 'SIGINT');
      process.kill(process.pid, 'SIGINT');
      await stopped;
      clearInterval(alive);
    };
  }
}

@ResourceModule({ resources: [], providers: [StoppedMill] })
class MillModule {}

/** A depot in which a signal stops a run. */
export function deployment({ DATABASE_URL }: Environment) {
  const depot = sackDeployment(DATABASE_URL);
  return { ...depot, modules: [...(depot.modules ?? []), MillModule] };
}
