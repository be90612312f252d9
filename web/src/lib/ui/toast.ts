import { toast as sonner } from 'svelte-sonner';

interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** Time for reading and, where there is an undo, for deciding. Milliseconds. */
const SHOWN = { plain: 5_000, withAction: 12_000 } as const;

function options(action: Action | undefined): {
  duration: number;
  action?: { label: string; onClick: () => void };
} {
  if (action === undefined) return { duration: SHOWN.plain };
  return { duration: SHOWN.withAction, action: { label: action.label, onClick: action.run } };
}

/** Short words about something that happened, with at most one thing to do about it ("Undo"). */
export const toast = {
  done: (text: string, action?: Action) => void sonner.success(text, options(action)),
  note: (text: string, action?: Action) => void sonner(text, options(action)),
  failed: (text: string, action?: Action) => void sonner.error(text, options(action)),
};
