import { Injectable } from '@nestjs/common';
import { storeFilter } from '../store/definition-store.js';
import type { FilterCheck, FilterOptions } from '../contracts/filter.js';

/**
 * Declares a filter of an index: a class that turns a value into a condition. It is a Nest
 * provider.
 *
 * @contract C5.7
 */
export function Filter<const O extends FilterOptions>(options: O) {
  return <C extends new (...args: never[]) => object>(
    target: C & FilterCheck<InstanceType<C>, O>,
  ): void => {
    Injectable()(target);
    storeFilter(target, options);
  };
}
