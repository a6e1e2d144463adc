import type { Methods } from "@/sdk/resources/methods";

/** Where payees are paid. */
export function destinationsOf({ operation }: Methods) {
  return {
    /** Reads where a wallet is paid. */
    find: operation("get", "/v2/payee-destination", "query"),
    /** Reads a destination. */
    get: operation("get", "/v2/payee-destination/{destinationId}", "nothing"),
    /** Gets what a wallet signs to add or deactivate a destination. */
    signingData: operation("get", "/v2/payee-destination/signing-data", "query"),
    /** Adds the destination that a wallet signed for. */
    create: operation("post", "/v2/payee-destination", "body"),
    /** Deactivates the destination that a wallet signed for. */
    deactivate: operation("delete", "/v2/payee-destination/{destinationId}", "body"),
    /** With a session: reads where the signed-in wallet is paid. */
    getOwn: operation("get", "/v1/payee-destination", "nothing"),
    /** With a session: registers where the signed-in wallet is paid. */
    createOwn: operation("post", "/v1/payee-destination", "body"),
    /** With a session: changes the active destination in place. */
    updateOwn: operation("put", "/v1/payee-destination", "body"),
    /** With a session: stops being paid at a destination. */
    deactivateOwn: operation("patch", "/v1/payee-destination/deactivate", "body"),
    /** With a session: reads one destination of the signed-in wallet. */
    lookupOwn: operation("get", "/v1/payee-destination/lookup", "query"),
    /** With a session: reads where any wallet is paid. */
    lookupPayout: operation("get", "/v1/payee-destination/payout-lookup", "query"),
    /** With a session: takes back a change of the wallet that is paid, while its signatures are collected. */
    cancelWalletChange: operation("patch", "/v1/payee-destination/wallet-change/cancel", "body"),
  };
}

/** Payers who are checked before they pay a bank account. */
export function payersOf({ operation }: Methods) {
  return {
    /** Begins the identity check and the agreement of a payer. */
    create: operation("post", "/v2/payer", "body"),
    /** Reads where the checks of a payer stand. */
    get: operation("get", "/v2/payer/{clientUserId}", "nothing"),
    /** Reports that a payer has agreed to the terms of the provider. */
    update: operation("patch", "/v2/payer/{clientUserId}", "body"),
    /** Erases what is kept of a payer. */
    erase: operation("delete", "/v2/payer/{clientUserId}", "nothing"),
    /** Lists the bank accounts of a payer. */
    listBankAccounts: operation("get", "/v2/payer/{clientUserId}/payment-details", "query"),
    /** Adds a bank account of a payer. */
    createBankAccount: operation("post", "/v2/payer/{clientUserId}/payment-details", "body"),
    /** Reads all that is kept of a payer, for that person. */
    personalData: operation("get", "/v2/payer/{clientUserId}/personal-data", "nothing"),
  };
}
