import { run } from './battery.ts';

addEventListener('message', async ({ data: { ids, targets } }) => {
  (self as unknown as Worker).postMessage(await run(ids, targets));
});
