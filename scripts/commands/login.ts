import { hostname } from "node:os";
import { UsageError } from "@/scripts/command-line/answer";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { askForKey, collectKey } from "@/scripts/service/device-login";
import { serviceToLogInTo } from "@/scripts/service/find-service";
import { keyFileOf, readKey, storeKey } from "@/scripts/service/key-file";
import { openBrowser } from "@/scripts/service/open-browser";
import { shown } from "@/scripts/service/shown";
import { whole } from "@/scripts/service/whole";
import { Quittance } from "@/sdk/index";
import { API_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";

const NAME_MAX = 100;
const DAYS_MAX = 365;

/** `quittance login`: gets a key that a person approves in the dashboard, and keeps it for this user of this machine. */
export const login = plainCommand("login", async ({ options, env, isJson, complain, interrupted }, say) => {
  const baseUrl = serviceToLogInTo(options.url, env);
  const before = readKey(baseUrl, env);
  const machineName = shown(hostname()).slice(0, NAME_MAX) || "unnamed";
  const signal = interrupted();
  const asked = await askForKey(
    baseUrl,
    {
      scopes: scopesOf(options.scopes),
      label: options.name ?? `quittance on ${machineName}`.slice(0, NAME_MAX),
      machineName,
      expiresInDays: daysOf(options.expires),
    },
    signal,
  ).catch((error: unknown) => {
    throw inWords(error, baseUrl, signal);
  });
  // With --json, standard output has the answer alone.
  const tell = isJson ? (line: string) => complain(`${line}\n`) : say;
  tell(`Open  ${shown(asked.verificationUrl)}`);
  tell(`and type the code  ${shown(asked.userCode)}`);
  if (!options["no-browser"]) {
    tell("A browser on this machine opens that page with the code; it has to show the same one.");
    openBrowser(asked.verificationUrlComplete, env);
  }
  tell(`Waiting until it is approved, until ${asked.expiresAt}. Ctrl-C ends it.`);
  const { value, account, approvedBy, ...key } = await collectKey(baseUrl, asked, signal).catch(
    (error: unknown) => {
      throw inWords(error, baseUrl, signal);
    },
  );
  const { id, label, expiresAt, scopes } = key;
  storeKey(baseUrl, { apiKey: value, id, label, account, expiresAt }, env);
  // What it takes the place of would work on, unseen. Where it is gone already, nothing is lost.
  if (before)
    await new Quittance({ baseUrl, apiKey: before.key.apiKey }).apiKeys.deleteCurrent().catch(() => {});
  say("");
  say(`Logged in to  ${baseUrl}`);
  say(`account       ${shown(account.name)} (${shown(account.id)})`);
  say(`approved by   ${approvedBy === null ? "somebody who signs in without a wallet" : shown(approvedBy)}`);
  say(
    `key           ${shown(label)}, until ${expiresAt === null ? "it is deleted" : shown(expiresAt.slice(0, 10))}`,
  );
  say(`may           ${(scopes ?? ["everything"]).map(shown).join(", ")}`);
  say(`kept in       ${keyFileOf(env)}`);
  say("Is that not your account? quittance logout");
  if (env.QUITTANCE_API_KEY) complain("QUITTANCE_API_KEY is set, and is used in place of this login.\n");
  return { data: { service: baseUrl, account, approvedBy, ...key } };
});

function scopesOf(text: string) {
  const names = text.split(",").map((name) => name.trim());
  const scopes = API_KEY_SCOPES.filter((scope) => names.includes(scope));
  const unknown = names.filter((name) => !(API_KEY_SCOPES as readonly string[]).includes(name));
  if (unknown.length === 0 && scopes.length > 0) return scopes;
  throw new UsageError(
    `--scopes are some of ${API_KEY_SCOPES.join(", ")}; not ${unknown.join(", ") || "none"}`,
  );
}

function daysOf(text: string): number {
  const days = whole("--expires", text, 1);
  if (days > DAYS_MAX) throw new UsageError(`--expires is ${DAYS_MAX} days at most`);
  return days;
}

function inWords(error: unknown, baseUrl: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new Error("Not logged in: it was ended before it was approved");
  // What fetch throws says nothing about the address.
  return error instanceof TypeError ? new Error(`${baseUrl} does not answer`, { cause: error }) : error;
}
