import { describeCount, describeFault, type DefinitionReport, type Fault } from './draft/fault.js';

/**
 * The report for people: every fault, then every warning, one per line; or that there is no fault.
 */
export function describeReport({ faults, warnings }: DefinitionReport): string {
  const found = [...describeGroup(faults, 'fault'), ...describeGroup(warnings, 'warning')];
  return faults.length === 0
    ? ['The definitions have no faults.', ...found].join('\n')
    : found.join('\n');
}

const describeGroup = (recordMeta: readonly Fault[], noun: string): readonly string[] =>
  recordMeta.length === 0
    ? []
    : [describeCount(recordMeta, noun), ...recordMeta.map(describeFault)];
