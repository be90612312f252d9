/** Screens a page can be tried at, in CSS pixels. */
export const DEVICES = {
  full: null,
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const;
export type Device = keyof typeof DEVICES;

/** How a frame of a device's real size is drawn into a pane. */
export interface Fit {
  readonly width: number;
  readonly height: number;
  /** The frame is drawn smaller where the pane is narrower; the page in it does not know. */
  readonly scale: number;
}

/** @returns null when the frame simply fills the pane */
export function fitOf(
  device: Device,
  rotated: boolean,
  pane: { readonly width: number; readonly height: number },
): Fit | null {
  const screen = DEVICES[device];
  if (screen === null || pane.width === 0) return null;
  const width = rotated ? screen.height : screen.width;
  const tall = rotated ? screen.width : screen.height;
  const scale = Math.min(1, pane.width / width);
  return { width, height: Math.round(Math.min(tall, pane.height / scale)), scale };
}
