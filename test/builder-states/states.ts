import { CHAT } from './chat.ts';
import { CODE } from './code.ts';
import { PREVIEW } from './preview.ts';
import { START_PAGE } from './start-page.ts';
import type { BuilderState } from './state.ts';
import { TROUBLE } from './trouble.ts';
import { WORK } from './work.ts';

/** Every state of the builder, in an order in which one person can go through all of them. */
export const STATES: readonly BuilderState[] = [
  ...START_PAGE,
  ...CHAT,
  ...CODE,
  ...PREVIEW,
  ...WORK,
  ...TROUBLE,
];
