import { openQueue } from './open-queue.js';

// A process that receives ids, prints them and never ends its work.
const queue = await openQueue(process.env.REDIS_URL!, { stalled: Number(process.env.STALLED) });
queue.receive(1, (id) => {
  console.log(id);
  return new Promise(() => undefined);
});
