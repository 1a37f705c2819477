import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument } from 'commander';
import type { CliCall, CliCommand } from '../program/cli-command.js';

/** `resource-api openapi` */
export const openapi: CliCommand = {
  name: 'openapi',
  about: 'Prints the OpenAPI 3.1 document, or writes it to a file. It needs no database.',
  arguments: [new Argument('[file]', 'the file to write')],
  examples: ['openapi', 'openapi openapi.json'],
  async run(call: CliCall) {
    const { describeOpenApi } = await import('../tasks/describe-openapi.js');
    const document = await describeOpenApi(call);
    const file = call.args[0] as string | undefined;
    if (file === undefined) return { text: document };
    await writeFile(resolve(call.process.folder, file), `${document}\n`);
    return { text: `Wrote ${file}.` };
  },
};
