/**
 * `resource-api/cli`: what the entry point of a team's application imports first. It is small, so
 * that `runService` handles signals from the first moment.
 */
export { runService } from './tasks/run-service.js';
