import { parseArgs } from "node:util";
import { OFFRAMP_ACCESS } from "@/db/schema";
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
import { type Command, operatorCommand, UsageError } from "./command";

const USAGE = `npm run platforms -- list [--after <ID>] [--rows 50] [--disabled]
npm run platforms -- limit <ID> [--tier ${RATE_TIERS.join("|")}|none] [--per-day <number>|none]
npm run platforms -- disable <ID> --reason <text>
npm run platforms -- enable <ID>
npm run platforms -- offramp <ID of an API key or client ID> --access ${OFFRAMP_ACCESS.join("|")}|none

list     the accounts of this service, oldest first
limit    the rate limit of all credentials of an account, and how many payments it may create on a day in UTC
disable  refuses all its credentials and new payments of its links; payments that have begun are still seen
enable   lets it in again
offramp  lets one credential pay to bank accounts: made-up ones of the sandbox, or real ones

All changes stand in the audit log of the account.`;

type Act = (command: Command) => Promise<void>;

export const platforms = operatorCommand(USAGE, readArguments, (command, act) => act(command));

function readArguments(args: readonly string[]): Act {
  const { verb, id, values } = parsed(args);
  if (verb === "list" && id === undefined) {
    const rows = whole("--rows", values.rows ?? "50", 1);
    return (command) =>
      list(command, { after: values.after ?? "", limit: rows, onlyDisabled: values.disabled });
  }
  if (id === undefined) throw new UsageError();
  if (verb === "enable") {
    return change(id, "is enabled", (tx) => enablePlatform(tx, id));
  }
  if (verb === "disable" && values.reason !== undefined) {
    const { reason } = values;
    return change(id, "is disabled", (tx) => disablePlatform(tx, id, reason));
  }
  if (verb === "limit" && (values.tier !== undefined || values["per-day"] !== undefined)) {
    const limits = { rateTier: tierOf(values.tier), creationsPerDay: perDayOf(values["per-day"]) };
    return change(id, "has its limits", (tx) => limitPlatform(tx, id, limits));
  }
  if (verb === "offramp" && values.access !== undefined) {
    const access = accessOf(values.access);
    return async ({ actFor, say }) => {
      await inTransaction(actFor(""), (tx) => grantOfframp(tx, id, access));
      say(`Credential ${id} has ${access ?? "no"} access to crypto-to-fiat.`);
    };
  }
  throw new UsageError();
}

function accessOf(text: string) {
  if (text === "none") return null;
  const access = OFFRAMP_ACCESS.find((one) => one === text);
  if (!access) throw new UsageError(`--access is one of ${OFFRAMP_ACCESS.join(", ")} or none`);
  return access;
}

function parsed(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      after: { type: "string" },
      rows: { type: "string" },
      disabled: { type: "boolean", default: false },
      tier: { type: "string" },
      "per-day": { type: "string" },
      reason: { type: "string" },
      access: { type: "string" },
    },
  });
  const [verb, id, ...more] = positionals;
  if (more.length === 0) return { verb, id, values };
  throw new UsageError();
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

function change(id: string, done: string, work: Parameters<typeof inTransaction<void>>[1]): Act {
  return async ({ actFor, say }) => {
    await inTransaction(actFor(""), work);
    say(`Platform ${id} ${done}.`);
  };
}

async function list({ actFor, say }: Command, asked: Parameters<typeof listPlatforms>[1]): Promise<void> {
  const rows = await listPlatforms(actFor(""), asked);
  for (const row of rows) say(lineOf(row));
  const last = rows.at(-1);
  if (last && rows.length === asked.limit) say(`More: --after ${last.id}`);
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
