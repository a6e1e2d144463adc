import { ponder } from "ponder:registry";
import { payments } from "ponder:schema";

ponder.on("FeeProxy:TransferWithReferenceAndFee", async ({ event, context }) => {
  const { args, block, log, transaction } = event;
  await context.db.insert(payments).values({
    id: event.id,
    transactionHash: transaction.hash,
    logIndex: log.logIndex,
    blockNumber: block.number,
    blockTime: block.timestamp,
    payer: transaction.from,
    token: args.tokenAddress,
    recipient: args.to,
    amount: args.amount,
    reference: args.paymentReference,
    feeAmount: args.feeAmount,
    feeAddress: args.feeAddress,
  });
});
