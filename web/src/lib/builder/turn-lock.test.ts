import { expect, it } from 'vitest';
import { TurnLock } from './turn-lock.ts';

it('lets one turn run in a conversation, and says when it has ended', async () => {
  const [here, there, elsewhere] = ['a', 'a', 'b'].map((id) => new TurnLock(`test-${id}`));
  let end = (): void => undefined;
  const running = here?.hold(() => new Promise((resolve) => (end = resolve)));
  await expect.poll(() => there?.isHeld()).toBe(true);
  let ran = 0;
  const count = (): Promise<void> => Promise.resolve(void (ran += 1));
  expect(await there?.hold(count)).toBe(false);
  expect(await elsewhere?.hold(count)).toBe(true);
  expect(ran).toBe(1);
  let isFree = false;
  const waiting = there?.freed().then(() => (isFree = true));
  expect(isFree).toBe(false);
  end();
  expect(await running).toBe(true);
  await waiting;
  expect(await there?.hold(count)).toBe(true);
});

it('frees the lock when what ran in it failed', async () => {
  const lock = new TurnLock('test-c');
  await expect(lock.hold(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lock.isHeld()).toBe(false);
});
