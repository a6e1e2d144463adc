import { z } from "zod";
import { ROLES } from "@/db/roles";

const Role = z
  .enum(ROLES)
  .describe("What the member is in the account; which operations a role has is in `docs/roles.md`.");

export const RoleBody = z.object({ role: Role });
export type RoleBody = z.infer<typeof RoleBody>;

/** A person who belongs to the account. */
export const Member = z
  .object({
    id: z.string().describe("ID of the membership."),
    wallets: z.array(z.string()).describe("Wallets that the member signs in with."),
    passkeys: z.array(z.string()).describe("Names of the passkeys that the member signs in with."),
    role: Role,
    createdAt: z.iso.datetime().describe("Since when."),
    isYou: z.boolean().describe("Whether this call was made by that member."),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

/** An invitation as members of the account see it. */
export const Invitation = z
  .object({
    id: z.string().describe("ID of the invitation. Lets nobody in."),
    role: Role.describe("What whoever accepts it becomes."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe("Seven days after it was made."),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

export const InvitationCreated = Invitation.extend({
  token: z.string().describe("What lets one person in, once. It is shown this once."),
}).meta({ id: "InvitationCreated" });
export type InvitationCreated = z.infer<typeof InvitationCreated>;

const AccountName = z.string().describe("What the account is called.");

/** An invitation as whoever holds its token sees it. */
export const InvitationRead = z
  .object({
    account: z
      .object({ id: z.string(), name: AccountName })
      .describe("The account that you would belong to."),
    inviter: z
      .string()
      .describe("Wallet of whoever invites; for an account that signs in by email, its name."),
    role: Role.describe("What you become in that account."),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: "InvitationRead" });
export type InvitationRead = z.infer<typeof InvitationRead>;

/** An account that the caller belongs to. */
export const OwnAccount = z
  .object({
    id: z.string(),
    name: AccountName,
    role: Role.describe("What you are in it."),
    isSelected: z.boolean().describe("Whether this session acts in it."),
  })
  .meta({ id: "OwnAccount" });
export type OwnAccount = z.infer<typeof OwnAccount>;
