import { readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import dockerfile from 'dockerfile-utils';

const rules = JSON.parse(readFileSync(new URL('.dclintrc.json', import.meta.url), 'utf8'));

/**
 * Returns a line per finding of the linters, which also check docker-compose.yml with the schema of
 * the Compose specification.
 */
export function lint() {
  const compose = new DCLinter({ ...rules, quiet: true, debug: false, exclude: [] })
    .lintFiles(['docker-compose.yml'], false)
    .flatMap(({ filePath, messages }) =>
      messages.map(({ line, message }) => `${filePath}:${line}: ${message}`),
    );
  const image = dockerfile
    .validate(readFileSync('Dockerfile', 'utf8'))
    .map(({ range, message }) => `Dockerfile:${range.start.line + 1}: ${message}`);
  return [...compose, ...image];
}
