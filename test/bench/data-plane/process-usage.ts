import { readFileSync, readdirSync } from 'node:fs';

/** Processor time of a process in ms, all its threads, to the nanosecond (Linux). */
export function cpuMs(pid: number): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    const [running = '0'] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(running) / 1e6;
  }, 0);
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Processor time of the processes that one has started, in ms; of those that ended meanwhile nothing is known. */
export function childrenCpuMs(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === parent);
  return pids.reduce((sum, pid) => sum + cpuMs(Number(pid)), 0);
}

/** Null for a process that is gone. */
export function parentOf(pid: number): number | null {
  try {
    // The name in parentheses may hold anything, parentheses too.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return null;
  }
}
