import { readFileSync } from 'node:fs';
import { parseConfigFileTextToJson } from 'typescript';

const tsc = (
  parseConfigFileTextToJson('tsconfig.json', readFileSync('tsconfig.json', 'utf8'))
    .config as Settings
).compilerOptions;
const swc = (
  JSON.parse(readFileSync('.swcrc', 'utf8')) as {
    jsc: { target: string; transform: Settings['transform'] };
  }
).jsc;

interface Settings {
  compilerOptions: Record<string, unknown>;
  transform: Record<string, unknown>;
}

describe('The two compilers', () => {
  it('do not define unset properties of a class as its own: a body would seem to send them', () => {
    class Payload {
      note?: string;
    }
    expect(tsc.useDefineForClassFields).toBe(false);
    expect(swc.transform.useDefineForClassFields).toBe(false);
    expect(Object.keys(new Payload())).toEqual([]);
  });

  it('have the same decorators, metadata and target', () => {
    expect([swc.transform.legacyDecorator, swc.transform.decoratorMetadata, swc.target]).toEqual([
      tsc.experimentalDecorators,
      tsc.emitDecoratorMetadata,
      String(tsc.target).toLowerCase(),
    ]);
  });
});
