/** Why a turn is stopped from outside, in words; given to the abort controller as its reason. */
export class TurnStop extends Error {
  /** The page goes away: nothing can be waited for any more. */
  readonly closing: boolean;
  constructor(message: string, closing = false) {
    super(message);
    this.closing = closing;
    this.name = 'TurnStop';
  }

  static byPerson(): TurnStop {
    return new TurnStop('You stopped this turn. What was done is kept.');
  }

  static sessionEnded(): TurnStop {
    return new TurnStop('Your session ended while this turn ran. What it had saved is kept.');
  }

  static wentOnElsewhere(): TurnStop {
    return new TurnStop(
      'This conversation went on in another window or on another device, so this turn was stopped. What was done is kept.',
    );
  }

  /** Found without anybody who runs it here. Whether another device does cannot be seen. */
  static cutOff(): TurnStop {
    return new TurnStop(
      'This turn was cut off when its page was closed or reloaded. If it still runs on another device, it stops there when you go on here. What it had saved is kept.',
    );
  }

  static pageClosed(): TurnStop {
    return new TurnStop(
      'The page was closed or reloaded while this turn ran. What it had saved is kept.',
      true,
    );
  }
}
