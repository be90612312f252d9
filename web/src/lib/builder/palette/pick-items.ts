import { computeCommandScore } from 'bits-ui';

/** One line of a list to choose from. */
export interface PickItem {
  readonly id: string;
  readonly text: string;
  /** Beside the text, quieter: a folder, for example. */
  readonly note?: string | undefined;
  readonly keys?: string | undefined;
}

/** Lines that are shown; what is further down is found by typing on. */
export const SHOWN = 60;

/** The items that fit what is typed, the best first; all in their own order while nothing is typed. */
export function fitting<Item extends PickItem>(items: readonly Item[], typed: string): readonly Item[] {
  const wanted = typed.trim();
  if (wanted === '') return items;
  return items
    .map((item, index) => ({
      item,
      index,
      score: Math.max(
        computeCommandScore(item.text, wanted),
        item.note === undefined ? 0 : 0.9 * computeCommandScore(`${item.note}/${item.text}`, wanted),
      ),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ item }) => item);
}
