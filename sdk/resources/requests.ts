import type { Methods } from "@/sdk/resources/methods";
import { waitUntilPaid } from "@/sdk/resources/wait-until-paid";
import type { Verified, VerifyOptions } from "@/sdk/safety/verify-quittance";

/** Payment requests: what is asked for, and what was paid of it. */
export function requestsOf({ call, environment, operation, list }: Methods) {
  return {
    /** Creates a payment request. */
    create: operation("post", "/v2/request", "body"),
    /** Reads a request and what has been paid of it. */
    get: operation("get", "/v2/request/{requestId}", "nothing"),
    /** Lists payment requests, the newest first. */
    list: list("/v2/request", { items: "requests", id: "requestId", by: "offset" }),
    /** Stops or resumes a recurring invoice. */
    update: operation("patch", "/v2/request/{requestId}", "body"),
    /** Gets the transactions that pay a request. */
    pay: operation("get", "/v2/request/{requestId}/pay", "query"),
    /** Lists the ways in which a wallet can pay a request. */
    routes: operation("get", "/v2/request/{requestId}/routes", "query"),
    /** Resolves with the request once it is paid in full and final on its chain. */
    waitUntilPaid: waitUntilPaid(call, environment.sleep),
  };
}

/** Money that a merchant sends back. */
export function refundsOf({ operation }: Methods) {
  return {
    /** Prepares the transactions that send money back to a payer. */
    create: operation("post", "/v2/request/{requestId}/refunds", "body"),
    /** Gets the transactions of a prepared refund once more. */
    get: operation("get", "/v2/request/{requestId}/refunds/{refundId}", "query"),
    /** Lists what was sent back of a request. */
    list: operation("get", "/v2/request/{requestId}/refunds", "nothing"),
    /** Gives up a refund that was not sent. */
    withdraw: operation("delete", "/v2/request/{requestId}/refunds/{refundId}", "nothing"),
    /** Makes a link on which the payer names the address for a refund. */
    createLink: operation("post", "/v2/request/{requestId}/refund-links", "nothing"),
    /** Reads what is sent back, as its payer. */
    openLink: operation("get", "/v2/refund-links/{token}", "nothing"),
    /** Names the address that money goes back to, as its payer, once. */
    nameAddress: operation("post", "/v2/refund-links/{token}", "body"),
  };
}

/** Payments that were seen on chains. */
export function paymentsOf({ list }: Methods) {
  return {
    /** Searches payments, the newest first. */
    list: list("/v2/payments", { items: "payments", id: "id", by: "offset" }),
  };
}

/** How a receipt is verified by a client. */
export interface VerifyReceipt extends Pick<VerifyOptions, "rpc"> {
  /** That of `quittance/safety`: handed in, so that only those who verify load the codecs of chains. */
  verifyQuittance: (receipt: unknown, options: VerifyOptions) => Promise<Verified>;
}

/** Signed receipts of paid requests. */
export function quittancesOf({ operation }: Methods) {
  const signers = operation("get", "/v2/quittance-signer", "nothing");
  return {
    /** Gets the signed receipt of a paid request. */
    get: operation("get", "/v2/request/{requestId}/quittance", "nothing"),
    /** Tells which addresses sign, and have signed, the receipts of this service. */
    signers,
    /**
     * Checks that a receipt was signed by this service, by a key that was in use when it was paid, and with nodes that the
     * chains hold every transfer. Whoever does not trust the service calls `verifyQuittance` with an address of its own.
     */
    async verify(receipt: unknown, { verifyQuittance, ...nodes }: VerifyReceipt): Promise<Verified> {
      return verifyQuittance(receipt, { signer: (await signers()).signers, ...nodes });
    },
  };
}
