import { readUnderpayment, updateUnderpayment } from "@/server/dashboard/account/underpayment";
import { UnderpaymentBody, UnderpaymentSettings } from "@/server/dashboard/account/underpayment-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getUnderpayment",
      summary: "Read which underpayments new requests tolerate",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: UnderpaymentSettings,
      errors: [],
    },
    ({ ctx }) => readUnderpayment(ctx),
  ),
  PUT: route(
    {
      operationId: "updateUnderpayment",
      summary: "Say which underpayments new requests tolerate",
      tags: ["Dashboard"],
      auth: ["session"],
      body: UnderpaymentBody,
      status: 200,
      returns: UnderpaymentSettings,
      errors: ["not_found"],
    },
    ({ ctx, body }) => updateUnderpayment(ctx, body),
  ),
});
