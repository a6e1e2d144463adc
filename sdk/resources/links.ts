import type { Methods } from "@/sdk/resources/methods";

/** Payment links: pages on which a request is paid. */
export function linksOf({ operation }: Methods) {
  return {
    /** Creates a link for one incoming payment or several. */
    create: operation("post", "/v2/secure-payments", "body"),
    /** Creates a link for one outgoing payment. */
    createPayout: operation("post", "/v2/secure-payments/payouts", "body"),
    /** Merges pending payout links into one that pays them together. */
    createBatch: operation("post", "/v2/secure-payments/batch-payouts", "body"),
    /** Combines payout links into one multicall. */
    createMulticall: operation("post", "/v2/secure-payments/multicall-payouts", "body"),
    /** Creates the page on which a payer passes the checks and pays a bank account. */
    createOfframp: operation("post", "/v2/secure-payments/offramps", "body"),
    /** Reads a link as its payer. */
    get: operation("get", "/v2/secure-payments/{token}", "query"),
    /** Finds the link that pays a request. */
    find: operation("get", "/v2/secure-payments", "query"),
    /** Reads a multicall as its owner. */
    getMulticall: operation("get", "/v2/secure-payments/multicall-payouts/{token}", "nothing"),
    /** Gets the transactions that pay a link. Compare them with what was shown before a wallet signs. */
    pay: operation("get", "/v2/secure-payments/{token}/pay", "query"),
    /** Gets the transactions of a payment from another network at a fresh price. */
    refresh: operation("post", "/v2/secure-payments/{token}/refresh-step-transaction", "body"),
    /** Notes the transaction that a payer has sent. */
    recordIntent: operation("post", "/v2/secure-payments/{token}/intent", "body"),
    /** Notes the transactions of a multicall that a payer is about to send. */
    recordMulticallIntent: operation("post", "/v2/secure-payments/{token}/multicall-intent", "body"),
    /** Passes a step of the payer on to the merchant. */
    recordEvent: operation("post", "/v2/secure-payments/{token}/events", "body"),
    /** Sends a transaction that a payer on Tron signed. */
    broadcastTron: operation("post", "/v2/secure-payments/{token}/tron/broadcast", "body"),
    /** Tells what a payment would cost, and who bears it. */
    previewFees: operation("post", "/v2/secure-payments/fees/preview", "body"),
  };
}

/** Outgoing payments and schedules of them. */
export function payoutsOf({ operation }: Methods) {
  return {
    /** Creates an outgoing payment and gets the transactions that make it, or a schedule and its permit. */
    create: operation("post", "/v2/payouts", "body"),
    /** Pays up to 200 payees or requests of one network in one transaction. */
    createBatch: operation("post", "/v2/payouts/batch", "body"),
    /** Reads a schedule of instalments and what was paid of it. */
    getRecurring: operation("get", "/v2/payouts/recurring/{id}", "nothing"),
    /** Hands in the payer's signature, and lets the instalments begin. */
    activateRecurring: operation("post", "/v2/payouts/recurring/{id}", "body"),
    /** Cancels a schedule, or goes on with one that is paused. */
    updateRecurring: operation("patch", "/v2/payouts/recurring/{id}", "body"),
  };
}
