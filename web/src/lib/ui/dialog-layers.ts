/** Layers that open dialogs stand on. */
const taken = new Set<number>();

/**
 * The place of a dialog that opens: above all that are open, so that its scrim covers them too.
 * @returns a layer from 0, which `leaveLayer` gives back
 */
export function enterLayer(): number {
  const layer = Math.max(-1, ...taken) + 1;
  taken.add(layer);
  return layer;
}

export function leaveLayer(layer: number): void {
  taken.delete(layer);
}
