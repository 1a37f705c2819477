import type { Names } from '../workspace/names.js';

/** A new tool for agents. */
export const toolTemplate = ({ class: name, file, words }: Names): string =>
  `import { Injectable } from '@nestjs/common';
import { Tool } from 'resource-api';

@Injectable()
export class ${name}Tool {
  @Tool({
    name: '${file}',
    description: 'Describe for a model when to call ${words}.',
    rules: { text: ['required', 'string', 'max:5000'] },
    readOnly: true,
  })
  run({ text }: { text: string }): { length: number } {
    return { length: text.length };
  }
}
`;

/** The test of a new tool. */
export const toolSpecTemplate = ({ class: name, file }: Names, runner: string): string =>
  `import { describe, expect, it } from '${runner}';
import { ${name}Tool } from './${file}.tool.js';

describe('The tool ${file}', () => {
  it('returns the length of a text', () => {
    expect(new ${name}Tool().run({ text: 'abc' })).toEqual({ length: 3 });
  });
});
`;
