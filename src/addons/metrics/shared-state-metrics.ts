import { Injectable, Optional } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { SharedState } from '../../base/shared-state.js';

/** Measures whether the process can use what replicas share; nothing if they share nothing. */
@Injectable()
export class SharedStateMetrics {
  constructor(registry: Registry, @Optional() state?: SharedState) {
    if (!state) return;
    const registers = [registry];
    new Gauge({
      name: `${state.name}_available`,
      help: `Whether this process can use ${state.name}: 1 or 0.`,
      registers,
      collect() {
        this.set(Number(state.isAvailable));
      },
    });
    new Counter({
      name: `${state.name}_failures_total`,
      help: `Times that this process did without ${state.name}, because it was away or did not respond in time.`,
      registers,
      collect() {
        this.reset();
        this.inc(state.failures);
      },
    });
  }
}
