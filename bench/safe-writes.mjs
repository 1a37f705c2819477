/**
 * `npm run bench:safe-writes`, after `npm run build`: the processor time of writes of the demo,
 * with all options of `safeWrites` off, with some of them on and no header, and with each header,
 * on SQLite and on the PostgreSQL of `TEST_POSTGRES_URL`. All run in turns in one process, so that
 * all use the same compiled code; the first runs twice, which shows the error of the measurement.
 *
 * Prints milliseconds per write of this process, without those of the database, and the share of
 * the first with half of its rounds nearest to the median. `--rounds 9` sets the number of rounds,
 * `--only sqlite` the database.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseArgs } from 'node:util';
import { databases } from './safe-writes/databases.mjs';
import { requests, startWriter } from './safe-writes/start-writer.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '31' }, only: { type: 'string' } },
});
const ROUNDS = Number(values.rounds);
const WARM_UP = 4;
const WRITES = 200;

const options = ['versions', 'idempotency', 'dryRuns', 'maxAffected', 'bulk', 'undo'];
const setTo = (isOn) => Object.fromEntries(options.map((name) => [name, isOn]));
const [allOff, allOn] = [setTo(false), setTo(true)];
const FIRST = 'all off';
const measured = {
  [FIRST]: { safeWrites: allOff },
  'all off, again': { safeWrites: allOff },
  'all on but undo': { safeWrites: { ...allOn, undo: false } },
  'all on': { safeWrites: allOn },
  'all on, If-Match': { safeWrites: allOn, headers: { 'if-match': '*' } },
  'all on, Idempotency-Key': { safeWrites: allOn, headers: { 'idempotency-key': 'key-#' } },
  'all on, tx=rollback': { safeWrites: allOn, headers: { prefer: 'tx=rollback' } },
  'all on, max-affected': { safeWrites: allOn, headers: { prefer: 'max-affected=10' } },
};
/** Requests that a header is not for: a new record has no version. */
const without = { 'all on, If-Match': ['store', 'attach', 'sync'] };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Returns the milliseconds of processor time per write. */
async function timeOf(writer, request) {
  collectGarbage();
  const before = process.cpuUsage();
  for (let at = 0; at < WRITES; at++) await writer.write(request);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / WRITES;
}

/** Each round begins with another one, since the first of a round may pay for the others. */
const rotated = (list, by) => [...list.slice(by % list.length), ...list.slice(0, by % list.length)];

const quartiles = (numbers) => {
  const sorted = numbers.toSorted((one, other) => one - other);
  return [1, 2, 3].map((quarter) => sorted[Math.floor((sorted.length * quarter) / 4)]);
};

async function measure(writers, request) {
  const names = Object.keys(writers).filter((name) => !without[name]?.includes(request));
  const rounds = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const times = {};
    for (const name of rotated(names, round + WARM_UP))
      times[name] = await timeOf(writers[name], request);
    if (round >= 0) rounds.push(times);
  }
  for (const name of names) {
    const [, time] = quartiles(rounds.map((times) => times[name]));
    const shares = quartiles(rounds.map((times) => (100 * times[name]) / times[FIRST]));
    const [low, share, high] = shares.map((each) => each.toFixed(1));
    console.log(`  ${name.padEnd(24)} ${time.toFixed(3)} ms  ${share} % (${low} to ${high})`);
  }
}

for (const [name, create] of Object.entries(databases)) {
  if (values.only !== undefined && values.only !== name) continue;
  const writers = {};
  const drops = [];
  try {
    for (const [title, offer] of Object.entries(measured)) {
      const { url, drop } = await create();
      drops.push(drop);
      writers[title] = await startWriter(url, offer);
    }
    for (const request of requests) {
      console.log(`${name}, ${request}`);
      await measure(writers, request);
    }
  } finally {
    for (const writer of Object.values(writers)) await writer.stop();
    for (const drop of drops) await drop();
  }
}
