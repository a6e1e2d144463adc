/** A node that failed, refused or contradicted itself. Worth another try. */
export class ChainError extends Error {
  override readonly name = "ChainError";
  /** The node wants to be left alone for a while: asking for less does not help. */
  readonly isThrottled: boolean;
  /** Nobody acted on what was asked. Of a call that was cut off, nobody knows. */
  readonly isUnheard: boolean;

  constructor(message: string, options: { isThrottled?: boolean; isUnheard?: boolean } = {}) {
    super(message);
    this.isThrottled = options.isThrottled ?? false;
    this.isUnheard = options.isUnheard ?? this.isThrottled;
  }
}
