import { parseArgs } from "node:util";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { type HeldTransfer, heldTransfers } from "@/server/payments/held";
import { decideOnHeld } from "@/server/worker/repairs/decide-held";
import { type Command, runCommand, UsageError } from "./command";

const USAGE = [
  "npm run held -- list                                             payments of wallets that did not pass the policy of their link",
  'npm run held -- release <payment ID> --reason "…" [--apply]      let it count',
  'npm run held -- reject <payment ID> --reason "…" [--apply]       never let it count',
  "",
  "Without --apply they only say what they would change. The merchant reads the reason.",
].join("\n");

const MAX_REASON = 200;

interface Given {
  action: string;
  id?: string;
  reason?: string;
  isApplied: boolean;
}

/** `npm run held`: an operator's decision about money from wallets that did not pass (docs/decisions/held-payments.md). */
if (process.argv.includes("--help")) process.stdout.write(`${USAGE}\n`);
else
  await runCommand(readArguments, (command, given) =>
    given.action === "list" ? list(command) : decide(command, given),
  );

async function list({ asOperator, say }: Command): Promise<void> {
  const held = await heldTransfers(asOperator(), {});
  for (const one of held) say(lineOf(one));
  say(
    held.length === 0 ? "Nothing is held." : `${held.length} payments are held (the newest 100 are shown).`,
  );
}

async function decide(command: Command, { action, id, reason, isApplied }: Given): Promise<void> {
  if (id === undefined || reason === undefined) throw new UsageError(USAGE);
  const ctx = command.asOperator();
  const isReleased = action === "release";
  const [held] = await heldTransfers(ctx, { id });
  if (!held || (held.isRejected && !isReleased)) {
    command.say(`${id} is not held: nothing to do.`);
    return;
  }
  command.say(lineOf(held));
  command.say(
    isReleased
      ? "It will count: its request is settled and announced like any other."
      : "It will never count, whatever its wallet passes later. The money stays with the payee.",
  );
  if (!isApplied) {
    command.say("Nothing was changed. Add --apply to do it.");
    return;
  }
  const isDone = await decideOnHeld(ctx, held, { isReleased, reason });
  command.say(
    isDone ? `${isReleased ? "Released" : "Rejected"}.` : "It was decided meanwhile: nothing was changed.",
  );
}

function lineOf(held: HeldTransfer): string {
  const token = tokenById(held.paymentCurrency);
  const amount = token
    ? `${formatAmount(held.amount, token.decimals)} ${token.id}`
    : `${held.amount} base units`;
  const rejected = held.isRejected ? `, rejected: ${held.operatorReason}` : "";
  return `${held.id}  ${amount} from ${held.payer ?? "an unknown wallet"} for request ${held.publicRequestId} in ${held.txHash}${rejected}`;
}

function readArguments(): Given {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { reason: { type: "string" }, apply: { type: "boolean", default: false } },
    });
    const [action = "", id] = positionals;
    const reason = values.reason?.trim();
    if (!["list", "release", "reject"].includes(action)) throw new UsageError("What is to be done?");
    if (action !== "list" && (id === undefined || !reason)) throw new UsageError("Which payment, and why?");
    if (reason !== undefined && (reason.length > MAX_REASON || /\p{C}/u.test(reason))) {
      throw new UsageError(`A reason has at most ${MAX_REASON} printable characters.`);
    }
    return { action, id, reason, isApplied: values.apply };
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`);
  }
}
