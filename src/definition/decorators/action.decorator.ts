import { Injectable } from '@nestjs/common';
import type { ActionCheck, ActionOptions } from '../contracts/action.js';
import { storeAction } from '../store/definition-store.js';

/**
 * Declares an action: a named operation over records, one record, or none. The class is a Nest
 * provider.
 *
 * @spec Action definition properties
 */
export function Action<const O extends ActionOptions>(options: O) {
  return <C extends new (...args: never[]) => object>(
    target: C & ActionCheck<InstanceType<C>, O>,
  ): void => {
    Injectable()(target);
    storeAction(target, options);
  };
}
