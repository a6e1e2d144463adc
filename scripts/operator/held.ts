import { parseArgs } from "node:util";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { type HeldTransfer, heldTransfers } from "@/server/payments/counting/held";
import { decideOnHeld } from "@/server/worker/repairs/decide-held";
import { type Command, operatorCommand, UsageError } from "./command";

const USAGE = [
  "npm run held -- list                                             payments of wallets that did not pass the policy of their link, and payments in another currency that nobody could value",
  'npm run held -- release <payment ID> --reason "…" [--apply]      let it count; with --credit <amount> for what it is worth in the currency of its request, where that is not known',
  'npm run held -- reject <payment ID> --reason "…" [--apply]       never let it count',
  "",
  "Without --apply they only say what they would change. The merchant reads the reason.",
].join("\n");

const MAX_REASON = 200;

interface Given {
  action: string;
  id?: string;
  reason?: string;
  credit?: string;
  isApplied: boolean;
}

/** `npm run held`: an operator's decision about money from wallets that did not pass (docs/decisions/held-payments.md). */
export const held = operatorCommand(USAGE, readArguments, (command, given) =>
  given.action === "list" ? list(command) : decide(command, given),
);

async function list({ asOperator, say }: Command): Promise<void> {
  const held = await heldTransfers(asOperator(), {});
  for (const one of held) say(lineOf(one));
  say(
    held.length === 0 ? "Nothing is held." : `${held.length} payments are held (the newest 100 are shown).`,
  );
}

async function decide(command: Command, { action, id, reason, credit, isApplied }: Given): Promise<void> {
  if (id === undefined || reason === undefined) throw new UsageError();
  const ctx = command.asOperator();
  const isReleased = action === "release";
  const [held] = await heldTransfers(ctx, { id });
  if (!held || (held.isRejected && !isReleased)) {
    command.say(`${id} is not held: nothing to do.`);
    return;
  }
  command.say(lineOf(held));
  const credited = isReleased ? creditOf(held, credit) : null;
  command.say(
    isReleased
      ? "It will count: its request is settled and announced like any other."
      : "It will never count, whatever its wallet passes later. The money stays with the payee.",
  );
  if (!isApplied) {
    command.say("Nothing was changed. Add --apply to do it.");
    return;
  }
  const isDone = await decideOnHeld(ctx, held, { isReleased, reason, credited });
  command.say(
    isDone ? `${isReleased ? "Released" : "Rejected"}.` : "It was decided meanwhile: nothing was changed.",
  );
}

/** What an operator says a payment is worth, base units; null where that is known. */
function creditOf({ needsValue, invoiceCurrency }: HeldTransfer, credit: string | undefined): bigint | null {
  if (!needsValue) {
    if (credit !== undefined) throw new UsageError("It is known what it is worth: leave --credit out.");
    return null;
  }
  if (credit === undefined) {
    throw new UsageError(`Nobody knows what it is worth: say it in ${invoiceCurrency} with --credit.`);
  }
  return parseAmount(credit, invoiceCurrencyById(invoiceCurrency)?.decimals ?? 0);
}

function lineOf(held: HeldTransfer): string {
  const token = tokenById(held.paymentCurrency);
  const amount = token
    ? `${formatAmount(held.amount, token.decimals)} ${token.id}`
    : `${held.amount} base units`;
  const unvalued = held.needsValue ? `, of unknown worth in ${held.invoiceCurrency}` : "";
  const rejected = `${unvalued}${held.isRejected ? `, rejected: ${held.operatorReason}` : ""}`;
  return `${held.id}  ${amount} from ${held.payer ?? "an unknown wallet"} for request ${held.publicRequestId} in ${held.txHash}${rejected}`;
}

function readArguments(args: readonly string[]): Given {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      reason: { type: "string" },
      credit: { type: "string" },
      apply: { type: "boolean", default: false },
    },
  });
  const [action = "", id] = positionals;
  const reason = values.reason?.trim();
  if (!["list", "release", "reject"].includes(action)) throw new UsageError("What is to be done?");
  if (action !== "list" && (id === undefined || !reason)) throw new UsageError("Which payment, and why?");
  if (reason !== undefined && (reason.length > MAX_REASON || /\p{C}/u.test(reason))) {
    throw new UsageError(`A reason has at most ${MAX_REASON} printable characters.`);
  }
  return { action, id, reason, credit: values.credit, isApplied: values.apply };
}
