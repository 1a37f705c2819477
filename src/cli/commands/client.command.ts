import { Option } from 'commander';
import type { CliCall, CliCommand } from '../cli-command.js';

interface Options {
  readonly out: string;
  readonly from?: string;
  readonly hooks?: string;
}

/** `resource-api client` */
export const client: CliCommand = {
  name: 'client',
  about:
    'Writes the typed client of a service: TypeScript that imports resource-api/client. Files that exist are replaced.',
  options: [
    new Option('--out <file>', 'the file of the client').default('src/api.ts'),
    new Option(
      '--from <source>',
      'the address of a running service, or its OpenAPI document as an address or a file; default: the deployment',
    ),
    new Option('--hooks <file>', 'also writes hooks for TanStack Query, to this file'),
  ],
  json: true,
  examples: [
    'client --out src/api.ts',
    'client --from http://127.0.0.1:3000 --hooks src/hooks.ts',
    'client --from openapi.json',
  ],
  async run(call: CliCall<Options>) {
    const { writeClientFiles } = await import('../write-client-files.js');
    const written = await writeClientFiles(call);
    return { text: `Wrote ${written.join(' and ')}.`, data: { written } };
  },
};
