import { tick } from 'svelte';

/** Puts the focus where something is to be mended. Answers whether anything is. */
export async function focusFirstMistake(
  form: HTMLFormElement | undefined,
  mistakes: object,
): Promise<boolean> {
  if (Object.keys(mistakes).length === 0) return false;
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  return true;
}
