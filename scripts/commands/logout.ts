import { UsageError } from "@/scripts/command-line/answer";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { safeUrl } from "@/scripts/service/find-service";
import { forgetKey, readKey } from "@/scripts/service/key-file";
import { shown } from "@/scripts/service/shown";
import { AuthenticationError, Quittance } from "@/sdk/index";

/** `quittance logout`: deletes the key at the service, and forgets it here whatever the service says. */
export const logout = plainCommand("logout", async ({ options, env, complain }, say) => {
  const named = options.url ?? env.QUITTANCE_URL;
  const stored = readKey(named === undefined ? undefined : safeUrl(named), env);
  if (!stored)
    throw new UsageError(`Nobody is logged in${named === undefined ? "" : ` to ${safeUrl(named)}`}`);
  const { baseUrl, key } = stored;
  forgetKey(baseUrl, env);
  const client = new Quittance({ baseUrl, apiKey: key.apiKey, maxRetries: 1 });
  const isDeleted = await client.apiKeys.deleteCurrent().then(
    () => true,
    // It was deleted, switched off or over before.
    (error: unknown) => error instanceof AuthenticationError,
  );
  const data = { service: baseUrl, id: key.id, isDeleted };
  if (isDeleted) {
    say(`Logged out of ${baseUrl}; the key "${shown(key.label)}" is deleted.`);
    return { data };
  }
  complain(
    `The key is forgotten here, but ${baseUrl} did not delete it: delete "${shown(key.label)}" (${shown(key.id)}) in the dashboard, under API keys.\n`,
  );
  return { data, code: 1 };
});
