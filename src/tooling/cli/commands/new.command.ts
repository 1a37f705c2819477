import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import type { CliCall, CliCommand } from '../program/cli-command.js';
import { CommandError, UsageError } from '../program/errors.js';
import { packageManifest } from '../program/package-manifest.js';

interface Options {
  readonly package?: string;
  readonly existingDatabase?: boolean;
}

/** `resource-api new` */
export const newApplication: CliCommand = {
  name: 'new',
  about:
    'Creates an application in a new or empty folder: a resource with its test, users, a Dockerfile and a compose file. It installs nothing.',
  arguments: [new Argument('<folder>', 'the folder, whose name becomes the name of the package')],
  options: [
    new Option(
      '--package <source>',
      'what npm installs as resource-api, such as a tarball; default: this version',
    ),
    new Option(
      '--existing-database',
      'for a database that you already have: without the example, and with accounts in the table api_users',
    ),
  ],
  json: true,
  examples: ['new book-shop', 'new book-shop --existing-database'],
  async run({ args, options, process }: CliCall<Options>) {
    const [{ projectFiles }, { existingDatabaseFiles, sourceFiles }] = await Promise.all([
      import('../../schematics/application/project-files.js'),
      import('../../schematics/application/source-files.js'),
    ]);
    const given = args[0] as string;
    const folder = resolve(process.folder, given);
    const name = verifyName(basename(folder));
    verifyEmpty(folder, given);
    const sources = options.existingDatabase ? existingDatabaseFiles(name) : sourceFiles(name);
    const project = projectFiles(factsOf(name, options), options.existingDatabase === true);
    const files = { ...project, ...sources };
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content, { flag: 'wx' });
    }
    const created = Object.keys(files);
    return {
      text: `Created ${name} with ${created.length} files. Next:\n\n  cd ${given}\n  npm install\n  ${options.existingDatabase ? 'DATABASE_URL=... npx resource-api introspect' : 'npm start'}`,
      data: { name, folder, created },
    };
  },
};

/** What npm accepts as the name of a package. */
const packageName = /^[a-z0-9][a-z0-9._-]{0,213}$/;
const taken = ['node_modules', 'favicon.ico', 'resource-api'];

function verifyName(name: string): string {
  if (packageName.test(name) && !taken.includes(name)) return name;
  throw new UsageError(
    `"${name}" is not allowed as the name of a package. It must start with a lowercase letter or a digit, contain only lowercase letters, digits, "-", "_" and ".", and not be ${taken.join(', ')}.`,
  );
}

function verifyEmpty(folder: string, given: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new CommandError(`${given} is not a folder.`);
  if (readdirSync(folder).length > 0)
    throw new CommandError(`The folder ${given} is not empty. Choose a new or an empty folder.`);
}

function factsOf(name: string, { package: source, existingDatabase }: Options) {
  const { version, peerDependencies, peerDependenciesMeta, devDependencies } = packageManifest();
  const node = Number(process.versions.node.split('.')[0]);
  const [older, newer] = peerDependencies['better-sqlite3']!.split(' || ');
  const required = Object.entries(peerDependencies).filter(
    ([peer]) => !peerDependenciesMeta[peer]?.optional,
  );
  return {
    name,
    source: source ?? `^${version}`,
    // Version 13 requires Node.js 22, and version 12 fails on Node.js 24.
    peers: {
      ...Object.fromEntries(required),
      'better-sqlite3': node < 22 ? older! : newer!,
      pg: peerDependencies.pg!,
      ...(existingDatabase && { mysql2: peerDependencies.mysql2! }),
    },
    node,
    tools: {
      typescript: devDependencies.typescript!,
      prettier: devDependencies.prettier!,
      types: devDependencies['@types/node']!,
      vitest: devDependencies.vitest!,
    },
  };
}
