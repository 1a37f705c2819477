import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, unless } from './system-errors.js';

/** The error codes of filesystems without hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);
/** The error codes of filesystems that cannot sync a folder. */
const cannotSync = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EISDIR'];
const ATTEMPTS = 5;

/**
 * Gives a file a second name, atomically, and resolves once both file and name would survive a
 * power failure: the row that refers to the file is about to be committed.
 *
 * @param workspace a folder on the target's filesystem, for a copy where the filesystem has no hard
 * links
 */
export async function linkDurably(
  source: string,
  target: string,
  workspace: string,
): Promise<void> {
  await sync(source);
  const made = await linkInNewFolder(source, target, workspace);
  try {
    for (const folder of foldersFrom(dirname(made ?? target), dirname(target)))
      await unless(cannotSync, sync(folder));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/**
 * Removes the folders above a removed file, as far as they are empty, up to the topmost, which
 * stays.
 */
export async function removeEmptyFolders(target: string, topmost: string): Promise<void> {
  for (let folder = dirname(target); folder !== topmost; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      return;
    }
  }
}

/**
 * Retries, since another request may remove the empty folder before the file is in it. Returns the
 * topmost folder that was created.
 */
async function linkInNewFolder(
  source: string,
  target: string,
  workspace: string,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await linkOrCopy(source, target, workspace);
      return made;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

async function linkOrCopy(source: string, target: string, workspace: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    if (!noLinks.has(codeOf(error) ?? '')) throw error;
    await copyWhole(source, target, workspace);
  }
}

async function copyWhole(source: string, target: string, workspace: string): Promise<void> {
  const copy = join(workspace, `copy-${randomUUID()}`);
  try {
    await copyFile(source, copy, constants.COPYFILE_EXCL);
    await sync(copy);
    await rename(copy, target);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** The folder and all above it, up to the topmost. */
function foldersFrom(topmost: string, folder: string): readonly string[] {
  return folder === topmost ? [folder] : [folder, ...foldersFrom(topmost, dirname(folder))];
}
