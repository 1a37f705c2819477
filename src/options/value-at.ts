type Settings = Readonly<Record<string, unknown>>;

/** Returns the value at a path, such as `storage.url`; `undefined` if it is absent. */
export function valueAt(options: object, option: string): unknown {
  return option
    .split('.')
    .reduce<unknown>((value, name) => (value as Settings | null | undefined)?.[name], options);
}
