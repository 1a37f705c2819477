import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { RequestError } from '../../base/errors/index.js';

const ALGORITHM = 'aes-256-gcm';
/** Marks an encrypted content: JSON never begins with it. */
const MARK = 'v1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface CipherKey {
  /** Names the key in the content, without revealing it. */
  readonly id: string;
  readonly secret: Buffer;
}

/**
 * Encrypts the content of snapshots with AES-256-GCM. The content names its key, so that keys can
 * be rotated: the first encrypts, all decrypt. Without keys, content is stored as it is.
 *
 * The id of the snapshot is authenticated, so that contents cannot be exchanged.
 *
 * @contract C15.3
 */
export class SnapshotCipher {
  private readonly keys: readonly CipherKey[];

  constructor(appKeys: readonly string[]) {
    this.keys = appKeys.map(cipherKey);
  }

  encrypt(id: string, content: string): string {
    const [key] = this.keys;
    if (!key) return content;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.secret, iv).setAAD(Buffer.from(id));
    const encrypted = [cipher.update(content, 'utf8'), cipher.final()];
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
    return [MARK, key.id, bytes.toString('base64')].join(':');
  }

  /** @throws RequestError `revert_unavailable` without the key, or if the content was changed */
  decrypt(id: string, content: string): string {
    const [mark, keyId, encoded = ''] = content.split(':', 3);
    if (mark !== MARK) return content;
    const key = this.keys.find((known) => known.id === keyId);
    if (!key) throw unreadable('encrypted with a key that APP_KEY does not contain');
    try {
      return decryptWith(key, id, Buffer.from(encoded, 'base64'));
    } catch (cause) {
      throw unreadable('damaged', cause);
    }
  }
}

function decryptWith({ secret }: CipherKey, id: string, bytes: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, secret, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const decrypted = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(decrypted).toString('utf8');
}

function cipherKey(appKey: string): CipherKey {
  const secret = Buffer.from(
    hkdfSync('sha256', appKey, '', 'resource-api:action-log-snapshots', KEY_BYTES),
  );
  const id = createHash('sha256').update(secret).digest('hex').slice(0, 8);
  return { id, secret };
}

const unreadable = (why: string, cause?: unknown): RequestError =>
  new RequestError('revert_unavailable', {
    message: `The change cannot be reverted: the values kept for it are ${why}.`,
    cause,
  });
