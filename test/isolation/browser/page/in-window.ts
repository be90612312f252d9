import { run } from './battery.ts';

Object.assign(window, {
  runAttacks: run,
  /** The same in a worker of the page's. */
  runAttacksInWorker: (ids: readonly string[], targets: unknown) =>
    new Promise((resolve, reject) => {
      const worker = new Worker('in-worker.js', { type: 'module' });
      worker.addEventListener('message', ({ data }) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker did not start.')));
      worker.postMessage({ ids, targets });
    }),
});
