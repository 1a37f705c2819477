/** Folders of `src` that import only from the layers before, and not each other. */
export interface Layer {
  readonly folders: readonly string[];
  readonly holds: string;
}

/**
 * The layers of the source, the lowest first (design, section 3). A folder with `*` means each
 * folder below it.
 */
export const layers: readonly Layer[] = [
  { folders: ['base'], holds: 'what all need: errors, types, logging, schedules' },
  { folders: ['rules'], holds: 'checks of values, their messages and schemas' },
  { folders: ['definition'], holds: 'the language of resources: decorators, policies, conditions' },
  { folders: ['options', 'registry'], holds: 'settings; resources, compiled and verified at boot' },
  { folders: ['pipeline/request'], holds: 'parses the query' },
  { folders: ['pipeline/authorization'], holds: 'decides' },
  { folders: ['pipeline/planning', 'pipeline/validation'], holds: 'plan reads; check bodies' },
  { folders: ['pipeline/describing'], holds: 'describes what a caller may send' },
  { folders: ['database'], holds: 'all SQL: connections, engines, reads, writes' },
  { folders: ['serialization', 'storage'], holds: 'results as JSON; files' },
  { folders: ['http'], holds: 'the adapter, hooks, errors, forms, the interceptor' },
  { folders: ['modules/action-log', 'modules/auth'], holds: 'what changed; who asks' },
  {
    folders: ['modules/records', 'modules/health', 'modules/storage'],
    holds: 'reads and writes of records; readiness; the files of records',
  },
  {
    folders: ['modules/actions', 'modules/relations', 'modules/profile'],
    holds: 'the other features of the specification',
  },
  { folders: ['addons/*'], holds: 'features beside them, one folder each' },
  { folders: ['addons'], holds: 'the list of these features, one row each' },
  { folders: ['app'], holds: 'puts it together: the module, the start, migrations' },
  { folders: ['tooling/client'], holds: 'the typed client, which imports nothing' },
  { folders: ['tooling/client-generator'], holds: 'generates the types of that client' },
  {
    folders: ['tooling/schematics', 'tooling/testing'],
    holds: 'generators; the test kit of applications',
  },
  { folders: ['tooling/cli'], holds: 'the command line' },
];

/** What folders know nothing of, by the package. */
export const unknownPackages: Readonly<Record<string, readonly string[]>> = {
  '@nestjs': ['rules', 'registry', 'pipeline', 'database', 'serialization'],
  typeorm: ['rules', 'options', 'pipeline', 'serialization', 'storage', 'http'],
  fastify: [
    ...['base', 'rules', 'definition', 'options', 'registry', 'pipeline'],
    ...['database', 'serialization', 'storage', 'modules/action-log'],
  ],
};

/** The number of the layer that a path in `src` is in; `undefined` for files at the top of `src`. */
export function layerOf(path: string): number | undefined {
  const at = layers.findIndex(({ folders }) => folders.some((folder) => isIn(path, folder)));
  return at === -1 ? undefined : at;
}

/** The folder of the table, or the addon, that a path in `src` is in. */
export function partOf(path: string): string {
  const folder = layers[layerOf(path)!]?.folders.find((each) => isIn(path, each)) ?? '';
  return folder.endsWith('/*') ? path.split('/').slice(0, 2).join('/') : folder;
}

export function isIn(path: string, folder: string): boolean {
  const above = folder.replace(/\*$/, '');
  if (above !== folder) return path.startsWith(above) && path.slice(above.length).includes('/');
  return path.startsWith(`${folder}/`);
}
