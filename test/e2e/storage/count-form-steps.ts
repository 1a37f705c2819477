import { countSteps } from '../../support/count-steps.js';
import { makeHashesCheap } from '../../support/cheap-hashes.js';
import { form } from '../../support/forms.js';
import { FilesApp } from './files-app.js';
import { hostileFillers } from './hostile-headers.js';

makeHashesCheap();
const files = await FilesApp.start({
  limits: { bodyBytes: 1000, multipartBytes: 6 * 1024 * 1024 },
});
const PARTS = 8;

const start = [0xff, 0xd8, 0xff, 0xe0, 0, 2];
for (const [kind, filler] of hostileFillers) {
  const hostile = Buffer.concat([Buffer.from(start), Buffer.alloc(5_000_000, filler)]);
  const found: unknown[] = [];
  const stepsOf = (content: Buffer) =>
    countSteps(
      async () => {
        const sent = await files.send(form({ name: 'avatar', filename: 'a.bin', content }));
        found.push(sent.json<any>().files.avatar.dimensions);
      },
      ...['src', 'node_modules/image-size', 'node_modules/file-type'],
    );
  await stepsOf(hostile);
  const part = await stepsOf(hostile.subarray(0, hostile.length / PARTS));
  console.log(JSON.stringify([kind, { growth: (await stepsOf(hostile)) / part, found }]));
}

const headers = { 'content-type': `multipart/form-data; boundary=${'a'.repeat(69)}b` };
const statuses: number[] = [];
const stepsOf = (length: number) =>
  countSteps(
    async () => {
      const payload = Buffer.alloc(length, `\r\n--${'a'.repeat(69)}`);
      statuses.push((await files.send({ payload, headers })).statusCode);
    },
    ...['src', 'node_modules/@fastify/busboy'],
  );
await stepsOf(1000);
const part = await stepsOf(640_000);
const growth = (await stepsOf(PARTS * 640_000)) / part;
console.log(JSON.stringify(['boundaries', { growth, statuses }]));
await files.close();
