import { eq } from "drizzle-orm";
import type { z } from "zod";
import { payers } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { asking, requireOfframp } from "@/server/payers/access";
import { readCompliance } from "@/server/payers/compliance";
import { findBankAccount, findPayer } from "@/server/payers/find";
import type {
  PayerCompliance,
  SandboxBankAccountBody,
  SandboxPageBody,
  SandboxPayerBody,
} from "@/server/payers/schema";
import { syncBankAccount, syncPayer } from "@/server/payers/sync";
import type { SandboxKnobs } from "@/server/providers/offramp/provider";

/** Lets the sandbox say something else of a payer, at once. Throws 404 for payers of a real provider. */
export async function setSandboxPayer(
  ctx: Ctx,
  clientUserId: string,
  body: z.infer<typeof SandboxPayerBody>,
): Promise<PayerCompliance> {
  const knobs = await requireSandbox(ctx);
  const row = await findPayer(ctx, clientUserId);
  if (row.provider !== "sandbox") throw new ApiError("payer_not_found", "Payer not found");
  await knobs.setCustomer(row.providerLinkId, body);
  // One that is down cannot be asked.
  if (body.answers !== "down") await asking(() => syncPayer(ctx, row.id));
  return readCompliance(ctx, clientUserId);
}

/** Lets the sandbox decide about a bank account, at once. Throws 404 for one of a real provider. */
export async function setSandboxBankAccount(
  ctx: Ctx,
  id: string,
  { status }: z.infer<typeof SandboxBankAccountBody>,
): Promise<z.infer<typeof SandboxBankAccountBody>> {
  const knobs = await requireSandbox(ctx);
  const row = await findBankAccount(ctx, null, id);
  if (row.provider !== "sandbox" || row.providerAccountId === null) {
    throw new ApiError("payment_details_not_found", "Payment details not found");
  }
  await knobs.setBankAccount(row.providerAccountId, status);
  await syncBankAccount(ctx, row.id);
  return { status: (await findBankAccount(ctx, null, id)).status };
}

/** What the payer pressed on a page of the sandbox; the link in the page's address stands for the payer. */
export async function decideOnSandboxPage(
  ctx: Ctx,
  linkId: string,
  decision: z.infer<typeof SandboxPageBody>,
): Promise<void> {
  const { sandbox } = ctx.providers.offramp;
  const [row] = await ctx.db.select({ id: payers.id }).from(payers).where(eq(payers.providerLinkId, linkId));
  if (!sandbox || !row) throw new ApiError("payer_not_found", "Payer not found");
  await sandbox.setCustomer(linkId, decision);
  await syncPayer(ctx, row.id);
}

/** What sets the outcomes of the sandbox, for a credential that has it. Throws 400. */
export async function requireSandbox(ctx: Ctx): Promise<SandboxKnobs> {
  const provider = await requireOfframp(ctx);
  const { sandbox } = ctx.providers.offramp;
  if (provider.id !== "sandbox" || !sandbox) {
    throw new ApiError("not_supported_yet", "This credential does not use the sandbox");
  }
  return sandbox;
}

/** Whether a page of the sandbox stands for a payer here; never on a live profile. */
export async function isSandboxLink(ctx: Pick<Ctx, "db" | "providers">, linkId: string): Promise<boolean> {
  if (!ctx.providers.offramp.sandbox) return false;
  const [row] = await ctx.db.select({ id: payers.id }).from(payers).where(eq(payers.providerLinkId, linkId));
  return row !== undefined;
}
