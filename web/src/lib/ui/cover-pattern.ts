import { randomOf } from './hash.ts';

/** One tile of a cover: where it sits on the grid, which shape it shows, how strong its tone is. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly shape: 'quarter' | 'circle' | 'half' | 'square';
  /** Quarter turns. */
  readonly turn: 0 | 1 | 2 | 3;
  readonly tone: 1 | 2 | 3;
}

export interface Cover {
  /** Degrees of OKLCH hue. */
  readonly hue: number;
  readonly tiles: readonly Tile[];
}

/** 16:10 in square tiles. */
export const COVER_COLUMNS = 8;
export const COVER_ROWS = 5;

const SHAPES = ['quarter', 'quarter', 'quarter', 'half', 'circle', 'square'] as const;
/** Calm families only: the loud reds belong to warnings. */
const HUES = [48, 72, 95, 135, 162, 190, 225, 255, 285, 325] as const;
const EMPTY_SHARE = 0.42;

/** The picture of an app that has no preview: always the same one for the same id. */
export function coverOf(id: string): Cover {
  const random = randomOf(id);
  const pick = <Item>(items: readonly Item[], fallback: Item): Item =>
    items[Math.floor(random() * items.length)] ?? fallback;
  const hue = pick(HUES, 162);
  const tiles: Tile[] = [];
  for (let y = 0; y < COVER_ROWS; y += 1) {
    for (let x = 0; x < COVER_COLUMNS; x += 1) {
      const empty = random() < EMPTY_SHARE;
      const shape = pick(SHAPES, 'quarter');
      const turn = pick([0, 1, 2, 3] as const, 0);
      const tone = pick([1, 1, 1, 2, 2, 2, 3] as const, 1);
      if (!empty) tiles.push({ x, y, shape, turn, tone });
    }
  }
  return { hue, tiles };
}
