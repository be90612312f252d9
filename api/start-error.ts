/** A start that cannot work for a reason that a person can mend: the message is all they need, no stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
