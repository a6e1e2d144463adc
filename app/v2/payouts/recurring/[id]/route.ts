import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { activateRecurringPayment } from "@/server/recurring-payouts/creating/activate";
import { updateRecurringPayment } from "@/server/recurring-payouts/ending/update";
import { getRecurringPayment } from "@/server/recurring-payouts/get";
import {
  ActivateRecurringBody,
  RecurringActivated,
  RecurringPath,
  RecurringPaymentRead,
  RecurringUpdated,
  UpdateRecurringBody,
} from "@/server/recurring-payouts/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "activateRecurringPayment",
      summary: "Hand in the payer's signature, and let the instalments begin",
      tags: ["Payouts"],
      auth: ["apiKey", "clientId"],
      params: RecurringPath,
      body: ActivateRecurringBody,
      status: 201,
      returns: RecurringActivated,
      errors: ["recurring_payment_not_found", "recurring_payment_refused", "chain_unavailable"],
    },
    ({ ctx, params, body }) => activateRecurringPayment(ctx, params.id, body),
  ),
  GET: route(
    {
      operationId: "getRecurringPayment",
      summary: "Read a schedule of instalments and what was paid of it",
      tags: ["Payouts"],
      auth: ["apiKey", "clientId"],
      params: RecurringPath,
      status: 200,
      returns: RecurringPaymentRead,
      errors: ["recurring_payment_not_found"],
    },
    ({ ctx, params }) => getRecurringPayment(ctx, params.id),
  ),
  PATCH: route(
    {
      operationId: "updateRecurringPayment",
      summary: "Cancel a schedule, or go on with one that is paused",
      tags: ["Payouts"],
      auth: ["apiKey", "clientId"],
      params: RecurringPath,
      body: UpdateRecurringBody,
      status: 200,
      returns: RecurringUpdated,
      errors: ["recurring_payment_not_found", "recurring_payment_refused"],
    },
    ({ ctx, params, body }) => updateRecurringPayment(ctx, params.id, body),
  ),
});
