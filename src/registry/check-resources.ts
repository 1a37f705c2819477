import { describeIndexes, lacksIndexes } from './indexes/describe-indexes.js';
import type { Compilation } from './compile-resources.js';
import { describeReport } from './describe-report.js';
import { describeResources } from './describe-resources.js';

/**
 * What `npm run resources:check` prints, and how its process ends: 1 if a definition has a fault or,
 * with `--indexes`, if an index is missing.
 */
export interface CheckOutcome {
  readonly report: string;
  readonly exitCode: 0 | 1;
}

/** Describes what compiling the definitions gave; the tables only where there is no fault. */
export function checkResources(
  { report, resources }: Compilation,
  prefix: string,
  hasBulk = true,
): CheckOutcome {
  const parts = [
    describeReport(report),
    ...(resources ? [describeResources(resources, prefix, hasBulk)] : []),
  ];
  return { report: parts.join('\n\n'), exitCode: resources ? 0 : 1 };
}

/** Describes the indexes that the database lacks; the faults, if there are any. */
export function checkIndexes({ report, resources, missingIndexes }: Compilation): CheckOutcome {
  if (!resources) return { report: describeReport(report), exitCode: 1 };
  const exitCode = lacksIndexes(missingIndexes) ? 1 : 0;
  return { report: describeIndexes(missingIndexes), exitCode };
}
