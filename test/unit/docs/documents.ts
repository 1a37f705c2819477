import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const folders = ['docs', 'bench'];

/** Every document of the project, by its path. */
export const documents: readonly string[] = [
  ...readdirSync('.').filter(isDocument),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  ),
].filter(isDocument);

function isDocument(path: string): boolean {
  return path.endsWith('.md');
}

const content = (path: string): string => readFileSync(path, 'utf8');

/** A document without its blocks of code, where brackets are not links. */
const prose = (path: string): string =>
  content(path)
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');

/** The links of a document inside the project, as `path` or `path#heading`. */
export const linksOf = (path: string): readonly string[] =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));

/** Whether a link of that document leads to a file or folder, and to a heading if it names one. */
export function resolves(document: string, link: string): boolean {
  const [target, heading] = link.split('#') as [string, string | undefined];
  const path = target === '' ? document : normalize(join(dirname(document), target));
  if (!existsSync(path)) return false;
  return heading === undefined || headingsOf(path).includes(heading);
}

const anchor = /<a id="([\w-]+)"><\/a>/g;

/** Returns the anchors that a link can name: those of headings, and those set in the text. */
const headingsOf = (path: string): readonly string[] => [
  ...[...content(path).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .replace(anchor, '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  ),
  ...[...content(path).matchAll(anchor)].map(([, id]) => id!),
];

/** The scripts of npm that a document names. */
export const scriptsOf = (path: string): readonly string[] => [
  ...new Set(
    [...content(path).matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(
      ([, run, short]) => run ?? short!,
    ),
  ),
];

/** Files and folders of the project that a document names between backticks. */
export const pathsOf = (path: string): readonly string[] =>
  [...content(path).matchAll(/`((?:src|demo|test|docs|scripts|\.ci)\/[\w./-]*)`/g)].map(
    ([, named]) => named!,
  );
