import { pictureOf } from './take-picture.ts';

/** Hands the person a picture of the page in a frame as a file. @throws Error when there is no picture in time */
export async function savePicture(frame: HTMLIFrameElement, name: string): Promise<void> {
  const address = URL.createObjectURL(await pictureOf(frame, new AbortController().signal));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
