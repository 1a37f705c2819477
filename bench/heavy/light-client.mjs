import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { lightPath } from './requests.mjs';

/** Milliseconds between two requests, whether the one before has ended or not. */
const PACE = 20;
/** Milliseconds after which a request counts as not responded to. */
const PATIENCE = 20_000;

/**
 * Sends light requests at a fixed pace.
 *
 * @returns milliseconds at the median, at the 99th percentile and of the slowest, each from the
 * moment at which the request was due; and how many had another status than 200
 */
export async function measureLight({ base }, token, seconds) {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const pending = [];
  for (let number = 0; number * PACE < seconds * 1000; number += 1) {
    const due = started + number * PACE;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    pending.push(send(base + lightPath(number * 37), token, agent, due));
  }
  const ended = await Promise.all(pending);
  agent.destroy();
  const times = ended.map(({ time }) => time).sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const failed = ended.filter(({ status }) => status !== 200).length;
  return { p50: at(0.5), p99: at(0.99), max: times.at(-1), failed, sent: times.length };
}

function send(address, token, agent, due) {
  return new Promise((resolve) => {
    const done = (status) => resolve({ status, time: performance.now() - due });
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const options = { headers, agent, signal: AbortSignal.timeout(PATIENCE) };
    const sent = request(address, options, (response) => {
      response.resume().once('end', () => done(response.statusCode));
      response.once('error', () => done('broken'));
    });
    sent.once('error', () => done('broken')).end();
  });
}
