import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { spawn } from 'node:child_process';
import { CompiledProject } from '../../support/compiled-project.js';

describe('The command line', () => {
  let project: CompiledProject;
  beforeAll(() => {
    project = new CompiledProject('src', 'demo');
  });
  afterAll(() => project.remove());

  it('ends without an error if nobody reads all that it prints', async () => {
    const { folder } = project;
    const words = ['src/cli/main.js', '--deployment', 'demo/deployment.js', 'openapi'];
    // The pipe is closed before anything is printed, as `head -n 0` does.
    const child = spawn(process.execPath, words, {
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
  }, 120_000);
});
