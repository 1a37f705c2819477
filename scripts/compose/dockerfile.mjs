import { readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';

/** Returns the environment and the command of the last stage of the Dockerfile. */
export function readDockerfile() {
  const instructions = DockerfileParser.parse(readFileSync('Dockerfile', 'utf8')).getInstructions();
  const last = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === 'FROM'));
  const all = (keyword) => last.filter((one) => one.getKeyword() === keyword);
  const properties = all('ENV').flatMap((one) => one.getProperties());
  return {
    environment: Object.fromEntries(
      properties.map((property) => [property.getName(), property.getValue()]),
    ),
    command: JSON.parse(all('CMD').at(-1).getArgumentsContent()),
  };
}
