/**
 * Installs the last commit and runs its tests on the newest Node.js of other major versions, which
 * come from the npm registry. Each has a clone of its own, since native modules are compiled for one
 * version. With majors as arguments, only these: `npm run verify:nodes 24`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const majors = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24', '26'];
const ofThisMachine = `node-${process.platform}-${process.arch}`;

const outcomes = majors.map((major) => {
  const folder = mkdtempSync(join(tmpdir(), `resource-api-node-${major}-`));
  try {
    return testOn(major, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function testOn(major, folder) {
  const node = join(folder, 'node_modules', ofThisMachine);
  if (!run(`npm install --no-audit --no-fund --no-save ${ofThisMachine}@${major}`, { cwd: folder }))
    return `Node.js ${major}: failed to install`;
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
  console.log(`\nnpm ci and npm test on Node.js ${version}:`);
  const project = join(folder, 'project');
  run(`git clone --quiet . ${project}`);
  const env = {
    ...process.env,
    PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH}`,
    // The headers for native modules.
    npm_config_nodedir: node,
  };
  const passed =
    run('npm ci --no-audit --no-fund', { cwd: project, env }) &&
    run('npm test', { cwd: project, env });
  return `Node.js ${version}: ${passed ? 'passed' : 'failed'}`;
}

function run(command, options = {}) {
  return spawnSync(command, { stdio: 'inherit', shell: true, ...options }).status === 0;
}

console.log(`\n${outcomes.join('\n')}`);
process.exitCode = outcomes.every((outcome) => outcome.endsWith('passed')) ? 0 : 1;
