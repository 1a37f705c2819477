import { syncBuiltinESMExports } from 'node:module';

/** `jest.spyOn` for a module of Node.js, also for code that imports the function by its name. */
export const spyOnBuiltin = ((...given: Parameters<typeof jest.spyOn>) => {
  const spy = jest.spyOn(...given);
  const restore = spy.mockRestore.bind(spy);
  spy.mockRestore = () => {
    restore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  return spy;
}) as unknown as typeof jest.spyOn;

export function restoreAllMocks(): void {
  jest.restoreAllMocks();
  syncBuiltinESMExports();
}
