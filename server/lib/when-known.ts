/**
 * Goes on with a value that is there in this turn of the event loop, and with one that is not once it is. Steps of a call
 * that are mostly answered from memory make no promise this way: Node 20 follows each with hooks while Next keeps contexts.
 * Throws what `next` throws where the value is there.
 */
export function whenKnown<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
