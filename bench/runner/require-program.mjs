/**
 * Checks that a program exists, and installs Debian's package if root runs the bench.
 *
 * @throws Error with the package to install
 */
export async function requireProgram(processes, name, packageName = name) {
  if (await isInstalled(processes, name)) return;
  const help = `The bench needs ${name}. Install it: apt-get install -y ${packageName}`;
  if (process.getuid() !== 0) throw new Error(help);
  console.log(`Installing ${name}`);
  await processes.run(['apt-get', 'install', '-y', packageName]).catch((error) => {
    throw new Error(`${help}\n${error.message}`);
  });
}

/** `wrk --version` exits with 1 if it is installed; only a missing program cannot be started. */
async function isInstalled(processes, name) {
  try {
    await processes.run(['sh', '-c', `command -v ${name}`]);
    return true;
  } catch {
    return false;
  }
}
