import { z } from "zod";
import type { ApprovalVerb } from "@/server/approvals/change";
import { setApprovalPolicy } from "@/server/auth/approvals/policy";
import { ApprovalPolicyBody } from "@/server/auth/approvals/schema";
import { createInvitation } from "@/server/auth/members/invitations";
import { changeRole, removeMember } from "@/server/auth/members/members";
import { RoleBody } from "@/server/auth/members/schema";
import type { Ctx } from "@/server/context";
import { CreateScheduleBody } from "@/server/dashboard/schedules/schema";
import { createOwnDestination, deactivateOwnDestination } from "@/server/payee-destinations/own";
import { DestinationBody } from "@/server/payee-destinations/schema";
import { issueApiKey } from "@/server/platforms/api-keys/issue";
import { rotateApiKey } from "@/server/platforms/api-keys/rotate";
import { IssueApiKeyBody, UpdateApiKeyBody } from "@/server/platforms/api-keys/schema";
import { updateApiKey } from "@/server/platforms/api-keys/update";
import { registerClientId } from "@/server/platforms/client-ids/register";
import { CreateClientIdSessionBody, UpdateClientIdSessionBody } from "@/server/platforms/client-ids/schema";
import { updateClientId } from "@/server/platforms/client-ids/update";
import { RotateKeyBody } from "@/server/platforms/key-bounds/rotation";
import { registerOrchestrator } from "@/server/platforms/orchestrators/create";
import { issueKey, rotateKey } from "@/server/platforms/orchestrators/keys";
import { CreateOrchestratorBody, IssueOrchestratorKeyBody } from "@/server/platforms/orchestrators/schema";
import { createRecurringPayout } from "@/server/recurring-payouts/creating/create";
import { prepareRefund } from "@/server/requests/refunds/prepare";
import { CreateRefundBody } from "@/server/requests/refunds/schema";
import { createSecurePayout } from "@/server/secure-payments/creating/create-payout";
import { CreateSecurePayoutBody } from "@/server/secure-payments/wire/create-schema";

interface Runner {
  run(ctx: Ctx, params: unknown): Promise<unknown>;
  /** Whether it locks the members of the account, which then has to come before their rows. */
  locksMembers: boolean;
}

function runner<Params extends z.ZodType>(
  params: Params,
  run: (ctx: Ctx, params: z.output<Params>) => Promise<unknown>,
  { locksMembers = false } = {},
): Runner {
  return { run: (ctx, given) => run(ctx, params.parse(given)), locksMembers };
}

const id = z.string();
const MEMBERS = { locksMembers: true };

/** What each change is run by once it is approved: what it was asked with, through the same function. */
export const RUNNERS: Record<ApprovalVerb, Runner> = {
  "destination.set": runner(z.object({ body: DestinationBody }), (ctx, { body }) =>
    createOwnDestination(ctx, body),
  ),
  "destination.deactivate": runner(z.object({ id }), (ctx, { id }) => deactivateOwnDestination(ctx, id)),
  "api_key.create": runner(z.object({ body: IssueApiKeyBody }), (ctx, { body }) => issueApiKey(ctx, body)),
  "api_key.update": runner(z.object({ id, body: UpdateApiKeyBody }), (ctx, { id, body }) =>
    updateApiKey(ctx, id, body),
  ),
  "api_key.rotate": runner(z.object({ id, body: RotateKeyBody }), (ctx, { id, body }) =>
    rotateApiKey(ctx, id, body),
  ),
  "client_id.create": runner(z.object({ body: CreateClientIdSessionBody }), (ctx, { body }) =>
    registerClientId(ctx, body),
  ),
  "client_id.update": runner(z.object({ id, body: UpdateClientIdSessionBody }), (ctx, { id, body }) =>
    updateClientId(ctx, id, body),
  ),
  "orchestrator.create": runner(z.object({ body: CreateOrchestratorBody }), (ctx, { body }) =>
    registerOrchestrator(ctx, body),
  ),
  "orchestrator_key.create": runner(z.object({ body: IssueOrchestratorKeyBody }), (ctx, { body }) =>
    issueKey(ctx, body),
  ),
  "orchestrator_key.rotate": runner(z.object({ id, body: RotateKeyBody }), (ctx, { id, body }) =>
    rotateKey(ctx, id, body),
  ),
  "member.update": runner(
    z.object({ id, body: RoleBody }),
    (ctx, { id, body }) => changeRole(ctx, id, body),
    MEMBERS,
  ),
  "member.remove": runner(z.object({ id }), (ctx, { id }) => removeMember(ctx, id), MEMBERS),
  "member.invite": runner(
    z.object({ body: RoleBody }),
    (ctx, { body }) => createInvitation(ctx, body),
    MEMBERS,
  ),
  "policy.set": runner(
    z.object({ body: ApprovalPolicyBody }),
    (ctx, { body }) => setApprovalPolicy(ctx, body),
    MEMBERS,
  ),
  "payout.create": runner(
    z.object({ body: CreateSecurePayoutBody, drawn: z.object({ requestId: id, salt: id }) }),
    (ctx, { body, drawn }) => createSecurePayout(ctx, body, drawn),
  ),
  "schedule.create": runner(z.object({ body: CreateScheduleBody, nonce: id }), (ctx, { body, nonce }) =>
    createRecurringPayout(ctx, body, nonce),
  ),
  "refund.create": runner(
    z.object({ requestId: id, body: CreateRefundBody, salt: id }),
    (ctx, { requestId, body, salt }) => prepareRefund(ctx, requestId, body, salt),
  ),
};
