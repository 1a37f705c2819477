import { readFileSync } from 'node:fs';

/** The pages about running the service, by their names. */
export const runningPages = ['deploy', 'scale-out', 'back-up', 'upgrade'] as const;

export const referencePage = (name: (typeof runningPages)[number]): string =>
  readFileSync(`docs/guide/${name}.md`, 'utf8');

/** A shell block, its heading and its described output. */
export interface Command {
  readonly heading: string;
  readonly script: string;
  readonly prints: string | null;
}

/** The commands of a page, in their order. */
export function commandsOf(text: string): readonly Command[] {
  return text
    .split(/^#+ /m)
    .slice(1)
    .flatMap((section) =>
      [...section.matchAll(/```sh\n([^]*?)\n```\n(?:\n```text\n([^]*?)\n```)?/g)].map(
        ([, script, prints]) => ({
          heading: section.split('\n', 1)[0]!,
          script: script!,
          prints: prints ?? null,
        }),
      ),
    );
}

/** `A=1 B=2 node dist/src/cli/main.js start` -> the variables; nothing for any other block. */
export function variablesOf(script: string): Readonly<Record<string, string>> | undefined {
  const [, assignments] = /^((?:\w+=\S+ )+)node dist\/src\/cli\/main\.js start$/.exec(script) ?? [];
  return assignments === undefined
    ? undefined
    : Object.fromEntries(
        [...assignments.matchAll(/(\w+)=(\S+) /g)].map(([, name, value]) => [name!, value!]),
      );
}
