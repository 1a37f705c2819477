import { endOnSignals } from './end-on-signals.js';

// First of all: what the service is made of takes half a second to load.
endOnSignals();
const { start } = await import('./start.js');
await start();
