import type { StudioHandle } from '#lib/studio/sdk.ts';

/** The operations of the protocol that the agent's tools wrap (spec 4.9). */
export type StudioCalls = Pick<
  StudioHandle,
  | 'setDocument'
  | 'applyEdit'
  | 'getDocument'
  | 'getState'
  | 'validate'
  | 'getSchema'
  | 'getSchemaDiff'
  | 'screenshot'
  | 'describe'
  | 'invoke'
  | 'setRenderer'
  | 'getRenderer'
>;

/** A Studio as the agent works in it: the protocol, and what the page around it does. */
export interface StudioDesk {
  readonly studio: StudioCalls;
  /** The document's version as it was told last; it rises with every change, whoever makes it. */
  readonly version: number;
  /** Makes a picture small enough for a model. @throws Error when it cannot be read */
  fit(
    picture: string,
  ): Promise<{ readonly picture: string; readonly width: number; readonly height: number }>;
  /**
   * Resolves when what the Studio holds is stored.
   * @returns null; or why it is not, in a sentence
   */
  kept(): Promise<string | null>;
}
