const before = new Map<string, string | undefined>();

/** Sets a variable of this process until {@link restoreEnv}. */
export function stubEnv(name: string, value: string): void {
  if (!before.has(name)) before.set(name, process.env[name]);
  process.env[name] = value;
}

export function restoreEnv(): void {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  before.clear();
}
