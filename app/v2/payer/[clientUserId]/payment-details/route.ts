import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { addBankAccount, listBankAccounts } from "@/server/payers/bank-accounts";
import {
  BankAccountCreated,
  BankAccountsListed,
  CreateBankAccountBody,
  ListBankAccountsQuery,
  PayerPath,
} from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listPaymentDetails",
      summary: "List the bank accounts of a payer",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      query: ListBankAccountsQuery,
      status: 200,
      returns: BankAccountsListed,
      errors: ["payer_not_found", "payment_details_not_found", "not_found"],
    },
    ({ ctx, params, query }) => listBankAccounts(ctx, params.clientUserId, query.paymentDetailsId),
  ),
  POST: route(
    {
      operationId: "createPaymentDetails",
      summary: "Add a bank account of a payer",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      body: CreateBankAccountBody,
      status: 201,
      returns: BankAccountCreated,
      errors: ["offramp_not_granted", "not_supported_yet", "payer_not_found", "not_found", "unavailable"],
      idempotent: true,
    },
    ({ ctx, params, body }) => addBankAccount(ctx, params.clientUserId, body),
  ),
});
