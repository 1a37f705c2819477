import { countSteps } from '../../support/count-steps.js';
import { findJsonFault } from '../../../src/http/json/find-json-fault.js';

const stepsOf = (length: number) =>
  countSteps(() => findJsonFault('['.repeat(length) + '"'.repeat(length), Infinity));

// Prints how many times the steps a text needs that is 32 times as long.
await stepsOf(10_000);
const steps = await stepsOf(320_000);
console.log(JSON.stringify(['findJsonFault', steps / (await stepsOf(10_000))]));
