import { Option } from 'commander';
import type { CliCall, CliCommand } from '../program/cli-command.js';
import type { ClientFiles } from '../tasks/write-client-files.js';

/** `resource-api client` */
export const client: CliCommand = {
  name: 'client',
  about:
    'Writes the typed client of a service: TypeScript that imports resource-api/client. An existing file is replaced.',
  options: [
    new Option('--out <file>', 'the file of the client').default('src/api.ts'),
    new Option(
      '--from <source>',
      'the address of a running service, or its OpenAPI document as an address or a file; default: the deployment',
    ),
  ],
  json: true,
  examples: [
    'client --out src/api.ts',
    'client --from http://127.0.0.1:3000',
    'client --from openapi.json',
  ],
  async run(call: CliCall<ClientFiles>) {
    const { writeClientFiles } = await import('../tasks/write-client-files.js');
    const written = await writeClientFiles(call);
    return { text: `Wrote ${written}.`, data: { written } };
  },
};
