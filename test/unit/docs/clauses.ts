import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './documents.js';

/** The document that defines the clauses. */
export const clausesPath = 'docs/reference/http-api.md';

const heading = /^##+ <a id="(c[\d-]+)"><\/a>(C\d+(?:\.\d+)?) \S/gm;

/** Returns the headings of a document that begin with the number of a clause, in their order. */
export const headedClauses = (
  text: string,
): readonly { readonly clause: string; readonly anchor: string }[] =>
  [...text.matchAll(heading)].map(([, anchor, clause]) => ({ clause: clause!, anchor: anchor! }));

/** The clauses of the project, sections included. */
export const clauses: readonly string[] = headedClauses(readFileSync(clausesPath, 'utf8')).map(
  ({ clause }) => clause,
);

/** The clauses that state something: every clause except sections that are divided into others. */
export const leafClauses = clauses.filter(
  (clause) => !clauses.some((other) => other.startsWith(`${clause}.`)),
);

const numbered = /(?<![\w%.~-])C\d{1,2}\.\d{1,2}(?![\w%])/g;
/** Only where it cannot be anything else: `%C3`, "P1 C2" and 'C2' are not citations. */
const undivided = /(?<=@contract )C\d{1,2}(?![\d.])|(?<=[("'`]|, )C\d{1,2}(?=[,):])/g;

/** Returns the clauses that a string cites: `@contract C5.3`, `(C5.2, C12)`, `C11: ...`. */
export const citationsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(numbered), ...text.matchAll(undivided)].map(([found]) => found)),
];

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** A file and the clauses that it cites. */
export interface CitingFile {
  readonly path: string;
  readonly cited: readonly string[];
}

const citing = (
  paths: readonly string[],
  prepare = (text: string) => text,
): readonly CitingFile[] =>
  paths.map((path) => ({ path, cited: citationsIn(prepare(readFileSync(path, 'utf8'))) }));

/** Sources and documents. */
export const citingSources = (): readonly CitingFile[] =>
  citing([...filesIn('src', '.ts'), ...filesIn('demo', '.ts'), ...documents]);

/** Tests, whose comments do not count: only a title states what a test checks. */
export const citingTests = (): readonly CitingFile[] =>
  citing(
    filesIn('test', '.spec.ts').filter((path) => !path.endsWith('docs/clauses.spec.ts')),
    withoutComments,
  );
