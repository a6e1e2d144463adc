import { clock } from "@/server/lib/clock";
/** Thrown by `withinTime`; the work itself goes on and its outcome is dropped. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** The result of `work`, or a `TooSlow` when it takes longer than `ms`. */
export function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const done = clock.setTimer(ms, () => reject(new TooSlow(`took longer than ${ms} ms`)));
    work.then(
      (value) => {
        done();
        resolve(value);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}
