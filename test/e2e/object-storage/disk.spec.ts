import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FilesApp } from '../storage/files-app.js';
import { describeStoredFiles } from './stored-files.js';

describe('files in a folder', () => {
  describeStoredFiles(async () => {
    const files = await FilesApp.start();
    return {
      files,
      stored: async () => files.stored(),
      place: async (path, content) => {
        const target = join(files.folder, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content);
      },
    };
  });
});
