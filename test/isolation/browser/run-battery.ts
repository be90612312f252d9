import type { AttackEntry, Vantage } from './attack.ts';
import { markOf } from './page/mark.ts';
import type { Scene } from './scene.ts';

export interface Attempt {
  readonly attack: AttackEntry;
  readonly vantage: Vantage;
  readonly succeeded: boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const VANTAGES: readonly Vantage[] = [
  'page',
  'popup',
  'market',
  'preview',
  'worker',
  'form',
  'slug',
  'custom',
];
/** Milliseconds in which the last of what the attacks set off can arrive. */
const SETTLES = 1_500;

/**
 * Tries every attack from every place it is made for; those that disturb others come last and one by one.
 * @param vantages the places that are tried
 * @param patience milliseconds to wait for a witness of each of these before the next begins
 */
export async function runBattery(
  scene: Scene,
  table: readonly AttackEntry[],
  { vantages, patience }: { readonly vantages: readonly Vantage[]; readonly patience: number },
): Promise<readonly Attempt[]> {
  const tried: { attack: AttackEntry; vantage: Vantage; says: boolean }[] = [];
  const seen = new Set<string>();

  const successesOf = async (
    vantage: Vantage,
    attacks: readonly AttackEntry[],
    again: number,
  ): Promise<readonly string[]> => {
    const frame = await scene.at(vantage);
    const call = vantage === 'worker' ? 'runAttacksInWorker' : 'runAttacks';
    const ids = JSON.stringify(attacks.map(({ id }) => id));
    const targets = JSON.stringify(scene.targetsFor(vantage));
    try {
      return await frame.evaluate<readonly string[]>(`${call}(${ids}, ${targets})`);
    } catch (error) {
      // An attack may end the page that it runs in; then only a witness can tell.
      if (attacks.every(({ alone }) => alone)) return [];
      // The builder loads a preview anew that it has not heard of in time, as on a busy machine.
      if (again > 0) return successesOf(vantage, attacks, again - 1);
      throw error;
    }
  };
  const attempt = async (vantage: Vantage, attacks: readonly AttackEntry[]): Promise<void> => {
    if (attacks.length === 0) return;
    const successes = await successesOf(vantage, attacks, 2);
    for (const attack of attacks) tried.push({ attack, vantage, says: successes.includes(attack.id) });
  };
  const look = async (): Promise<void> => {
    const testimony = await scene.testimony();
    for (const { attack, vantage } of tried) {
      if (attack.witness === null) continue;
      if (testimony[attack.witness].includes(markOf(vantage, attack.id))) seen.add(`${vantage} ${attack.id}`);
    }
  };

  // One after the other they find the browser idle, so that no wait is cut short by the rest.
  for (const vantage of vantages) await scene.at(vantage);
  const from = (vantage: Vantage, alone: boolean): readonly AttackEntry[] =>
    table.filter((attack) => attack.from.includes(vantage) && attack.alone === alone);
  await Promise.all(vantages.map((vantage) => attempt(vantage, from(vantage, false))));
  await look();
  const oneByOne = async (vantage: Vantage): Promise<void> => {
    for (const attack of from(vantage, true)) {
      await attempt(vantage, [attack]);
      for (const end = Date.now() + patience; attack.witness !== null && Date.now() < end;) {
        await pause(150);
        await look();
        if (seen.has(`${vantage} ${attack.id}`)) break;
      }
    }
  };
  await Promise.all(vantages.map(oneByOne));
  await pause(SETTLES);
  await look();
  return tried.map(({ attack, vantage, says }) => ({
    attack,
    vantage,
    succeeded: says || seen.has(`${vantage} ${attack.id}`),
  }));
}
