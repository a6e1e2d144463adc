import type { Ctx } from "@/server/context";
import { proveSecretKey, WrongSecretKey } from "@/server/keys/prove-secret-key";
import { clock } from "@/server/lib/clock";

const AGAIN_MS = 1_000;

/**
 * Proves the secret key at the start of a process whose database may not be there yet: tries until the proof was
 * made. `onFirst` is told once when it could not be made at once. Throws `WrongSecretKey`.
 */
export async function keepProving(ctx: Ctx, onFirst: () => void = () => {}): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await proveSecretKey(ctx);
    } catch (error) {
      if (error instanceof WrongSecretKey) throw error;
      if (attempt === 1) {
        ctx.log.warn(
          { err: error },
          "SECRET_KEY cannot be checked yet: the database does not answer as it should",
        );
        onFirst();
      }
      await clock.wait(AGAIN_MS);
    }
  }
}
