import { OFFRAMP_ACCESS } from "@/db/schema";
import { type Answer, UsageError } from "@/scripts/command-line/answer";
import { type Command, operatorCommand, type Typed } from "@/scripts/operator/command";
import { inTransaction } from "@/server/context";
import { grantOfframp } from "@/server/platforms/grant-offramp";
import {
  disablePlatform,
  enablePlatform,
  limitPlatform,
  listPlatforms,
  type OperatedPlatform,
  RATE_TIERS,
} from "@/server/platforms/operate";
import { registerPlatform } from "@/server/platforms/register";

// `quittance platforms …`: accounts. All changes stand in the audit log of the account.

export const create = operatorCommand(
  "platforms create",
  ({ options: { name, wallet } }) => {
    if (name === undefined) throw new UsageError("What is it called? --name");
    return { name, wallet: wallet ?? null };
  },
  async ({ actFor, say }, facts) => {
    const { platformId, apiKey } = await inTransaction(actFor(""), (tx) => registerPlatform(tx, facts));
    say(`Platform  ${platformId}`);
    say(`API key   ${apiKey}`);
    say("The key is shown only now; the database holds its hash.");
    return { data: { platformId, apiKey } };
  },
);

export const list = operatorCommand(
  "platforms list",
  ({ options: { after = "", rows, disabled } }) => ({
    ...{ after, limit: whole("--rows", rows, 1), onlyDisabled: disabled },
  }),
  async ({ actFor, say }, asked) => {
    const rows = await listPlatforms(actFor(""), asked);
    for (const row of rows) say(lineOf(row));
    const last = rows.at(-1);
    if (last && rows.length === asked.limit) say(`More: --after ${last.id}`);
    return { data: { platforms: rows } };
  },
);

export const limit = operatorCommand(
  "platforms limit",
  ({ words: [id = ""], options }) => {
    if ((options.tier ?? options["per-day"]) === undefined)
      throw new UsageError("To what? --tier, --per-day");
    return { id, limits: { rateTier: tierOf(options.tier), creationsPerDay: perDayOf(options["per-day"]) } };
  },
  (command, { id, limits }) => change(command, id, "has its limits", (tx) => limitPlatform(tx, id, limits)),
);

export const disable = operatorCommand(
  "platforms disable",
  ({ words: [id = ""], options: { reason } }) => {
    if (reason === undefined) throw new UsageError("Why? --reason");
    return { id, reason };
  },
  (command, { id, reason }) => change(command, id, "is disabled", (tx) => disablePlatform(tx, id, reason)),
);

export const enable = operatorCommand(
  "platforms enable",
  ({ words: [id = ""] }) => id,
  (command, id) => change(command, id, "is enabled", (tx) => enablePlatform(tx, id)),
);

export const offramp = operatorCommand(
  "platforms offramp",
  ({ words: [id = ""], options }: Typed<"platforms offramp">) => ({ id, access: accessOf(options.access) }),
  async ({ actFor, say }, { id, access }) => {
    await inTransaction(actFor(""), (tx) => grantOfframp(tx, id, access));
    say(`Credential ${id} has ${access ?? "no"} access to crypto-to-fiat.`);
    return { data: { id, access } };
  },
);

async function change(
  { actFor, say }: Command,
  id: string,
  done: string,
  work: Parameters<typeof inTransaction<void>>[1],
): Promise<Answer> {
  await inTransaction(actFor(""), work);
  say(`Platform ${id} ${done}.`);
  return { data: { id, isDone: true } };
}

function accessOf(text: string | undefined) {
  if (text === "none") return null;
  const access = OFFRAMP_ACCESS.find((one) => one === text);
  if (!access) throw new UsageError(`--access is one of ${OFFRAMP_ACCESS.join(", ")} or none`);
  return access;
}

function tierOf(text: string | undefined) {
  if (text === undefined) return undefined;
  if (text === "none") return null;
  const tier = RATE_TIERS.find((one) => one === text);
  if (!tier) throw new UsageError(`--tier is one of ${RATE_TIERS.join(", ")} or none`);
  return tier;
}

function perDayOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return text === "none" ? null : whole("--per-day", text, 0);
}

function whole(name: string, text: string, least: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new UsageError(`${name} is a whole number from ${least}`);
  return Number(text);
}

/** One account a line; what people wrote is quoted, so that it cannot look like another line. */
function lineOf(row: OperatedPlatform): string {
  const parts = [
    row.id,
    row.createdAt.toISOString().slice(0, 10),
    row.disabledAt === null ? "active" : "disabled",
    `tier=${row.rateTier ?? "own"}`,
    `per-day=${row.creationsPerDay ?? "any"}`,
    `wallet=${row.walletAddress ?? "none"}`,
    JSON.stringify(row.name),
  ];
  return [...parts, ...(row.disabledReason === null ? [] : [JSON.stringify(row.disabledReason)])].join("  ");
}
