/**
 * Reports words that readers stumble over, with the plain term to use instead.
 *
 *   node scripts/check-words.mjs                  every source and document
 *   node scripts/check-words.mjs src/rules docs   these files and folders
 *
 * `words.json` holds the list and its exceptions. Exits with 1 if it finds any.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const list = JSON.parse(readFileSync(new URL('words.json', import.meta.url), 'utf8'));
const words = list.words.map(({ pattern, instead }) => ({
  expression: new RegExp(pattern, 'gi'),
  instead,
}));

/** Returns the sources and documents at or below a path; generated and installed ones excepted. */
function filesAt(path) {
  if (!existsSync(path)) throw new Error(`${path} does not exist.`);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, name))
    .filter((file) => !file.includes('node_modules') && statSync(file).isFile())
    .filter(
      (file) =>
        /(\.(tsx?|mjs|md|sql|ya?ml|json)|\/[\w-]+)$/.test(file) && !/-lock\.json$/.test(file),
    );
}

/** Returns whether the list allows the word in the file. */
function isAllowed(file, word) {
  return list.exceptions.some(
    (exception) =>
      file.startsWith(exception.file) &&
      (exception.words === undefined || exception.words.includes(word.toLowerCase())),
  );
}

/** Returns `file:line: "word": use ...` for each word of the list in the file. */
function findingsIn(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    words.flatMap(({ expression, instead }) =>
      [...line.matchAll(expression)]
        .map(([word]) => word.trim())
        .filter((word) => !isAllowed(file, word))
        .map((word) => `${file}:${index + 1}: "${word}": use ${instead}`),
    ),
  );
}

const paths = process.argv.slice(2);
const files = (paths.length > 0 ? paths : list.paths).flatMap(filesAt);
const findings = files.flatMap(findingsIn);
for (const finding of findings) console.log(finding);
if (findings.length > 0) {
  console.error(`${findings.length} words to replace. See docs/internals/editing.md.`);
  process.exitCode = 1;
}
