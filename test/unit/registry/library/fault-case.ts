import type { ResourceClass } from '../../../../src/definition/index.js';
import type { ClassOf } from '../../../../src/base/types/compile-time.js';
import { compile } from './compile.js';
import { library } from './resources.js';

/** A faulty definition, and its one line of the report. */
export interface FaultCase {
  readonly fault: string;
  readonly declare: () => ResourceClass | readonly ResourceClass[];
  readonly missing?: readonly ClassOf[];
  readonly member: string;
  readonly wrong: string;
  readonly instead?: string;
  readonly step?: string;
}

/** The report for a faulty definition among the valid ones of the library. */
export async function findingsOf({ declare, missing }: Pick<FaultCase, 'declare' | 'missing'>) {
  const definitions = [declare()].flat();
  const { report, resources } = await compile([...definitions, ...library], missing);
  const names = definitions.map(({ name }) => name);
  const own = ({ resource }: { resource: string }) => names.includes(resource);
  return {
    report,
    resources,
    faults: report.faults.filter(own),
    warnings: report.warnings.filter(own),
  };
}
