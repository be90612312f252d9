/** Why a turn is stopped from outside, in words; given to the abort controller as its reason. */
export class TurnStop extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TurnStop';
  }

  static byPerson(): TurnStop {
    return new TurnStop('You stopped this turn. What was done is kept.');
  }

  static sessionEnded(): TurnStop {
    return new TurnStop('Your session ended while this turn ran. What it had saved is kept.');
  }

  static pageClosed(): TurnStop {
    return new TurnStop('The page was closed or reloaded while this turn ran. What it had saved is kept.');
  }
}
