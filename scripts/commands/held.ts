import { type Answer, UsageError } from "@/scripts/command-line/answer";
import { type Command, operatorCommand } from "@/scripts/operator/command";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { type HeldTransfer, heldTransfers } from "@/server/payments/counting/held";
import { decideOnHeld } from "@/server/worker/repairs/decide-held";

const MAX_REASON = 200;

interface Decision {
  id: string;
  reason: string;
  isReleased: boolean;
  credit?: string | undefined;
  isApplied: boolean;
}

// `quittance held …`: an operator's decision about money from wallets that did not pass (docs/decisions/held-payments.md).

export const list = operatorCommand("held list", () => null, showHeld);

export const release = operatorCommand(
  "held release",
  ({ words: [id = ""], options: { reason, credit, apply } }) => ({
    ...{ id, reason: reasonOf(reason), isReleased: true, credit, isApplied: apply },
  }),
  decide,
);

export const reject = operatorCommand(
  "held reject",
  ({ words: [id = ""], options: { reason, apply } }) => ({
    ...{ id, reason: reasonOf(reason), isReleased: false, isApplied: apply },
  }),
  decide,
);

async function showHeld({ asOperator, say }: Command): Promise<Answer> {
  const held = await heldTransfers(asOperator(), {});
  for (const one of held) say(lineOf(one));
  say(
    held.length === 0 ? "Nothing is held." : `${held.length} payments are held (the newest 100 are shown).`,
  );
  return { data: { payments: held.map(dataOf) } };
}

async function decide(command: Command, decision: Decision): Promise<Answer> {
  const { id, reason, isReleased, credit, isApplied } = decision;
  const ctx = command.asOperator();
  const [held] = await heldTransfers(ctx, { id });
  if (!held || (held.isRejected && !isReleased)) {
    command.say(`${id} is not held: nothing to do.`);
    return { data: { id, isHeld: false } };
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
    return { data: { ...dataOf(held), isApplied } };
  }
  const isDone = await decideOnHeld(ctx, held, { isReleased, reason, credited });
  command.say(
    isDone ? `${isReleased ? "Released" : "Rejected"}.` : "It was decided meanwhile: nothing was changed.",
  );
  return { data: { ...dataOf(held), isApplied: isDone } };
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

function dataOf({ publicRequestId, requestId: _row, ...held }: HeldTransfer) {
  return { ...held, requestId: publicRequestId };
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

function reasonOf(text: string | undefined): string {
  const reason = text?.trim();
  if (!reason) throw new UsageError("Why? --reason");
  if (reason.length > MAX_REASON || /\p{C}/u.test(reason)) {
    throw new UsageError(`A reason has at most ${MAX_REASON} printable characters.`);
  }
  return reason;
}
