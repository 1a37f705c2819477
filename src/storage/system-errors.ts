import { RequestError } from '../errors/index.js';

/** No room, or no descriptor: it may pass. */
const exhausted = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM']);

/** The code of a system's error; `undefined` for every other. */
export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

/** Runs work on the disk. @throws RequestError `unavailable` when the disk has no room */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!exhausted.has(codeOf(error) ?? '')) throw error;
    throw new RequestError('unavailable', { headers: { 'Retry-After': '10' }, cause: error });
  }
}

/** What the work gives, or `undefined` where it failed with one of these codes. */
export async function unless<Result>(codes: readonly string[], work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}
