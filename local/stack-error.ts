/** A failure of the one-command stack that a person can act on: what went wrong and what to do about it. */
export class StackError extends Error {
  constructor(
    message: string,
    readonly whatToDo: string,
    options?: ErrorOptions,
  ) {
    super(`${message}\n${whatToDo}`, options);
    this.name = "StackError";
  }
}
