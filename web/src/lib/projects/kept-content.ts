import { readTab, writeTab } from '#lib/tab-storage.ts';
import type { ProjectContent } from './project-content.ts';

/** What could not be saved yet, for the next page about the same project in this tab. */
export interface KeptContent extends ProjectContent {
  /** The stored version that it was made from. */
  readonly version: number;
  readonly mistakes: number;
  /** What was handed to the server and may be there by now; null when nothing is on its way. */
  readonly sent: ProjectContent | null;
}

/** Who kept something last: a page that was left and still saves must not take away what the next one keeps. */
const keepers = new Map<string, object>();

const keyOf = (projectId: string): string => `project.kept.${projectId}`;

export function keptContent(projectId: string): KeptContent | null {
  const kept = readTab(keyOf(projectId)) as Omit<KeptContent, 'sent'> | KeptContent | null;
  // An earlier release kept no more than the content.
  return kept === null ? null : { sent: null, ...kept };
}

export function keepContent(projectId: string, keeper: object, kept: KeptContent): void {
  keepers.set(projectId, keeper);
  writeTab(keyOf(projectId), kept);
}

export function forgetKept(projectId: string, keeper: object): void {
  if (keepers.has(projectId) && keepers.get(projectId) !== keeper) return;
  keepers.delete(projectId);
  writeTab(keyOf(projectId), null);
}
