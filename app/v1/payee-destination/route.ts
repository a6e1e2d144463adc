import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import {
  createOwnDestination,
  getOwnDestination,
  updateOwnDestination,
} from "@/server/payee-destinations/own";
import { DestinationBody, DestinationRecord } from "@/server/payee-destinations/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getMyPayeeDestination",
      summary: "Read where the signed-in wallet is paid",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      status: 200,
      returns: DestinationRecord.nullable(),
      errors: [],
    },
    ({ ctx }) => getOwnDestination(ctx),
  ),
  POST: route(
    {
      operationId: "createPayeeDestinationSession",
      waitsForApproval: true,
      summary: "Register where the signed-in wallet is paid",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      body: DestinationBody,
      status: 201,
      returns: DestinationRecord,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => createOwnDestination(ctx, body),
  ),
  PUT: route(
    {
      operationId: "updatePayeeDestinationSession",
      waitsForApproval: true,
      summary: "Change the active destination in place",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      body: DestinationBody,
      status: 200,
      returns: DestinationRecord,
      errors: ["not_found"],
    },
    ({ ctx, body }) => updateOwnDestination(ctx, body),
  ),
});
