import Code from '@lucide/svelte/icons/code';
import Database from '@lucide/svelte/icons/database';
import History from '@lucide/svelte/icons/history';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Play from '@lucide/svelte/icons/play';
import type { View } from './views.ts';

/** A view as its tab shows it. */
export interface ViewTab {
  readonly view: View;
  readonly icon: typeof Play;
}

/** What stands beside the chat on a desk. */
export const WORK = [
  { view: 'preview', icon: Play },
  { view: 'code', icon: Code },
  { view: 'data', icon: Database },
  { view: 'history', icon: History },
] as const satisfies readonly ViewTab[];

/** What a phone shows, one at a time. */
export const TABS = [{ view: 'chat', icon: MessageSquare }, ...WORK] as const satisfies readonly ViewTab[];
