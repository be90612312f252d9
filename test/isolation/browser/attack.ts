/** Where the hostile code runs. */
export type Vantage = 'page' | 'popup' | 'market' | 'preview' | 'worker' | 'form' | 'slug' | 'custom';

/**
 * What an attack cannot tell by itself and the test looks up afterwards, always by the attempt's mark:
 * `heard` a page of the main application received its message, `framed` a document of the main application ran in a
 * frame, `moved` a page stands at the attacker's address, `victim` something the victim keeps or shows has the mark,
 * `cookie` another host would be sent the cookie, `shown` the main application shows it, `answers` the victim's form
 * has such an answer.
 */
export type Witness = 'heard' | 'framed' | 'moved' | 'victim' | 'cookie' | 'shown' | 'answers';

export interface Targets {
  readonly vantage: Vantage;
  /** Origin of the main application. */
  readonly main: string;
  /** The address at which a visitor sees the victim's page. */
  readonly victim: string;
  /** The same path on whatever host the attacker is. */
  readonly victimPath: string;
  /** What the victim keeps; known here only to recognise it. */
  readonly secret: string;
  /** What the visitor answered to the attacker's form before; known here only to recognise it. */
  readonly earlier: string;
  /** The address at which a visitor sees the victim's form, its path, and its pages by slug and by custom host. */
  readonly survey: string;
  readonly surveyPath: string;
  readonly surveySlug: string;
  readonly surveyHost: string;
  /** Path of the visitor's builder. */
  readonly builder: string;
  /** The visitor's session token on the main application; known here only to recognise it. */
  readonly session: string;
  /** A page of the attacker's that can be recognised by the mark behind `?by=`. */
  readonly hijack: string;
}

/** One line of the battery's table. */
export interface AttackEntry {
  readonly id: string;
  readonly boundary: string;
  readonly how: string;
  /** What counts as success. */
  readonly success: string;
  readonly from: readonly Vantage[];
  readonly witness: Witness | null;
  /** Moves or breaks the page that it runs in, so nothing may run beside it. */
  readonly alone: boolean;
  /** Why it fails without any defence of ours, where it does. */
  readonly stoppedByBrowser: string | null;
  /** Why it succeeds in sandbox mode and has to; null for everything that must fail in both modes. */
  readonly openInSandbox: string | null;
}
