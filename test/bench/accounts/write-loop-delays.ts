// Loaded into a server by `--import`: tells, at each SIGUSR2, how late its event loop was since the last one, and what its
// thread had of the processor (Linux).
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env['LOOP_DELAYS'];
if (file !== undefined && isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 2 });
  delays.enable();
  let before = threadTimes();
  process.on('SIGUSR2', () => {
    const now = threadTimes();
    const inMs = (nanoseconds: number): string => (nanoseconds / 1e6).toFixed(1);
    writeFileSync(
      file,
      `event loop late by p50 ${inMs(delays.percentile(50))}, p99 ${inMs(delays.percentile(99))}, ` +
        `longest ${inMs(delays.max)} ms; its thread ran ${inMs(now.ran - before.ran)} ms ` +
        `and waited ${inMs(now.waited - before.waited)} ms for a processor`,
    );
    delays.reset();
    before = now;
  });
}

/** Nanoseconds on a processor, and ready for one without having it. */
function threadTimes(): { readonly ran: number; readonly waited: number } {
  const [ran = 0, waited = 0] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8')
    .split(' ')
    .map(Number);
  return { ran, waited };
}
