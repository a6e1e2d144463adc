import type { Methods } from "@/sdk/resources/methods";

/** Months of the books. */
export function booksOf({ operation }: Methods) {
  return {
    /** Lists the months that were ended, the newest first. */
    list: operation("get", "/v2/books/periods", "nothing"),
    /** Ends a month: no entry gets into it, and it is compared with the chain. */
    end: operation("post", "/v2/books/periods", "body"),
    /** Reads a month, and what the chain says otherwise. */
    get: operation("get", "/v2/books/periods/{id}", "nothing"),
    /** Keeps explanations of differences until the month is closed. */
    explain: operation("put", "/v2/books/periods/{id}/explanations", "body"),
    /** Counts what is still open in a period: without a price, unmatched, not final. */
    stillOpen: operation("get", "/v2/books/open", "query"),
    /** Closes a month that was compared, and signs its statement. */
    close: operation("post", "/v2/books/periods/{id}/close", "body"),
    /** Lets a month that is not closed take entries again. */
    reopen: operation("delete", "/v2/books/periods/{id}", "nothing"),
    /** Reads what the accounting program calls the accounts of the journal. */
    accounts: operation("get", "/v2/books/accounts", "nothing"),
    /** Says what it calls them. */
    setAccounts: operation("put", "/v2/books/accounts", "body"),
    /** Lists the files that were downloaded, the newest first. */
    exports: operation("get", "/v2/books/exports/history", "query"),
    /** Reads in which currency the books are kept. */
    settings: operation("get", "/v2/books/settings", "nothing"),
    /** Says in which currency they are kept. */
    setSettings: operation("put", "/v2/books/settings", "body"),
    /** Lists what is entered without a price. */
    unvalued: operation("get", "/v2/books/unvalued", "query"),
    /** Looks once more for prices that could not be had. */
    retryUnvalued: operation("post", "/v2/books/unvalued/retry", "nothing"),
    /** Says what such an entry is worth. */
    value: operation("post", "/v2/books/worths", "body"),
    /** Reads what each wallet held, got and gave, month by month. */
    balances: operation("get", "/v2/books/balances", "query"),
    /** Reads what was received by day, network and currency, with its worth at the stored price. */
    received: operation("get", "/v2/books/received", "query"),
    /** Reads the journal, after the last entry that was read. */
    entries: operation("get", "/v2/ledger", "query"),
    /** Reads what the books say of a period of any length: balances, totals, differences, receipts without a request. */
    reconcile: operation("get", "/v2/reconciliation", "query"),
    /** Reads the signed statement of a closed month; `verifyStatement` checks it. */
    statement: operation("get", "/v2/books/periods/{id}/statement", "nothing"),
  };
}
