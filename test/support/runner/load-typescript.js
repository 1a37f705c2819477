/** Lets Node.js import TypeScript, compiled by the settings of `tsconfig.json`. */
import '@swc-node/register/esm-register';

process.setSourceMapsEnabled(true);
