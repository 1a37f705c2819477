import { describeFault, type DefinitionReport, type Fault } from './fault.js';

/** The report as a person reads it: every fault, then every warning, a line each; or that there is none. */
export function describeReport({ faults, warnings }: DefinitionReport): string {
  const found = [...describeGroup(faults, 'fault'), ...describeGroup(warnings, 'warning')];
  return faults.length === 0 ? ['The definitions hold no fault.', ...found].join('\n') : found.join('\n');
}

function describeGroup(findings: readonly Fault[], noun: string): readonly string[] {
  if (findings.length === 0) return [];
  const heading = `The definitions hold ${findings.length} ${noun}${findings.length === 1 ? '' : 's'}:`;
  return [heading, ...findings.map(describeFault)];
}
