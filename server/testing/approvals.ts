import type { PrivateKeyAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { POST as postApprove } from "@/app/v2/approvals/[id]/approve/route";
import { GET as getOne } from "@/app/v2/approvals/[id]/route";
import { GET as getAll } from "@/app/v2/approvals/route";
import type { Role } from "@/db/roles";
import { type ApprovalPolicy, storePolicy } from "@/server/approvals/policy";
import type { ApprovalRead } from "@/server/auth/approvals/schema";
import { systemCaller } from "@/server/auth/callers";
import type { Proof } from "@/server/auth/proofs/schema";
import { inTransaction } from "@/server/context";
import type { TestApi } from "@/server/testing/api";
import { aMember, aSession, aWallet, type TestSession } from "@/server/testing/credentials";
import { type Answered, send } from "@/server/testing/send";

/** A member with the key of their wallet. */
export interface SigningMember extends TestSession {
  account: PrivateKeyAccount;
}

/** Somebody who belongs to an account and can sign. */
export async function aSigner(api: TestApi, platformId: string, role: Role): Promise<SigningMember> {
  const account = privateKeyToAccount(generatePrivateKey());
  return { ...(await aMember(api, platformId, role, aWallet(account))), account };
}

/** An account of two owners, as two people's sessions, that wants a second person for what the policy says. */
export async function anAccountOfTwo(
  api: TestApi,
  policy: Partial<ApprovalPolicy> | null = {},
): Promise<{ asker: SigningMember; approver: SigningMember; platformId: string }> {
  const { platformId } = await aSession(api);
  const asker = await aSigner(api, platformId, "owner");
  const approver = await aSigner(api, platformId, "owner");
  if (policy !== null) await setPolicy(api, platformId, policy);
  return { asker, approver, platformId };
}

/** Puts a policy in force, without asking anybody. */
export async function setPolicy(
  api: TestApi,
  platformId: string,
  policy: Partial<ApprovalPolicy> | null,
): Promise<void> {
  const all = { destinations: true, credentials: true, members: true, dailyMicroUsd: 0n };
  await inTransaction(api.app.context(systemCaller("")), (tx) =>
    storePolicy(tx, platformId, policy && { ...all, ...policy }),
  );
}

/** One approval as a member reads it. */
export async function readApproval(who: TestSession, id: string): Promise<ApprovalRead> {
  const answer = await send(getOne, `/v2/approvals/${id}`, { headers: who.bearer, params: { id } });
  if (answer.status !== 200) throw new Error(`the approval was not shown: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Those that wait, as a member reads them. */
export async function waitingFor(
  who: TestSession,
): Promise<{ approvals: { id: string }[]; waitingForYou: number }> {
  return (await send(getAll, "/v2/approvals", { headers: who.bearer })).body;
}

/** What a member's wallet makes of what an approval asks to sign. */
export async function proofFor(who: SigningMember, { proofRequest }: ApprovalRead): Promise<Proof> {
  const request = proofRequest?.wallets.find(({ address }) => address === who.account.address);
  if (!request?.typedData) throw new Error("nothing is asked of this wallet");
  const signature = await who.account.signTypedData(request.typedData as never);
  return { kind: "wallet", address: who.account.address, signature };
}

/** Sends a proof for an approval. */
export function sendApproval(who: TestSession, id: string, proof: Proof): Promise<Answered> {
  return send(postApprove, `/v2/approvals/${id}/approve`, {
    method: "POST",
    headers: who.bearer,
    params: { id },
    body: { proof },
  });
}

/** Reads an approval, signs for it and approves it. */
export async function approveAs(who: SigningMember, id: string): Promise<Answered> {
  return sendApproval(who, id, await proofFor(who, await readApproval(who, id)));
}
