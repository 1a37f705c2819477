import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { ProgressLines } from '../../../src/addons/run-progress/progress-lines.js';

/** The lines of a response that is not sent yet, and a run that waits for its first line. */
function begin() {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const lines = new ProgressLines({ raw } as FastifyReply);
  const seen: string[] = [];
  void lines.add({ chunks: 1, records: 3 }).then(() => seen.push('goes on'));
  return { raw, lines, seen };
}

const settle = () => new Promise((next) => setImmediate(next));

describe('A run that reports its progress (C6.10)', () => {
  it('waits until the status and the headers are sent, which its end would overwrite', async () => {
    const { raw, lines, seen } = begin();
    await lines.begun;
    await settle();
    expect([seen, raw.headersSent]).toEqual([[], false]);
    lines.stream.pipe(raw);
    await settle();
    expect([seen, raw.headersSent]).toEqual([['goes on'], true]);
  });

  it('goes on without a client, which has left before', async () => {
    const { raw, seen } = begin();
    const socket = new Socket();
    raw.assignSocket(socket);
    await settle();
    expect(seen).toEqual([]);
    socket.destroy();
    await settle();
    expect(seen).toEqual(['goes on']);
    const late = new ProgressLines({ raw } as FastifyReply);
    await late.add({ chunks: 1, records: 3 });
  });
});
