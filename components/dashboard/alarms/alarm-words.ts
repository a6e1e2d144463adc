import { ALARMS } from "@/server/audit/alarms";
import type { Alarm } from "@/server/auth/alarms/schema";
import { actionInWords } from "../audit/audit-words";

/** What to do where it was none of the owners. */
const ADVICE: Record<string, string> = {
  "session.created": "If that was nobody of you, end the session and remove the wallet from the account.",
  "payee_destination.created": "If that was nobody of you, switch it off before anything is paid.",
  "payee_destination.updated": "If that was nobody of you, change it back before anything is paid.",
  "payee_destination.activated": "If that was nobody of you, switch it off before anything is paid.",
  "payee_destination.deactivated": "Nothing can be paid there any more.",
  "api_key.created": "If that was nobody of you, delete it.",
  "api_key.rotated": "If that was nobody of you, delete the new one and the old one.",
  "client_id.created": "If that was nobody of you, revoke it.",
  "orchestrator_key.created": "If that was nobody of you, revoke it.",
  "orchestrator_key.rotated": "If that was nobody of you, revoke the new one and the old one.",
  "member_invitation.created": "If that was nobody of you, withdraw the invitation.",
  "member.created": "If you do not know them, remove them.",
  "member.updated": "If that was nobody of you, change it back.",
  "member.deleted": "Delete keys of theirs that you do not trust.",
  "passkey.created":
    "If that was nobody of you, remove it from the account's ways to sign in, and end all sessions.",
  "wallet.created":
    "If that was nobody of you, remove it from the account's ways to sign in, and end all sessions.",
  "passkey.rejected": "Its owner should remove it and make another one.",
  "approval.created": "Read what will happen, then approve or refuse it.",
  "approval.expired": "Nothing has changed. If it is still wanted, ask for it again.",
  "recovery.started": "If an owner is here, stop it: it says where on Home.",
  "recovery.stopped": "Nothing has changed.",
  "recovery.finished": "If that is wrong, remove them.",
  "recovery.expired": "Nothing has changed.",
};

/** Where it can be looked at and undone, by the first part of the action. */
const PLACES: Record<string, { href: string; name: string }> = {
  session: { href: "/dashboard/account#sessions", name: "Sessions" },
  payee_destination: { href: "/dashboard/manage-destination", name: "Destination" },
  api_key: { href: "/dashboard/api-keys", name: "API keys" },
  client_id: { href: "/dashboard/api-keys", name: "Client IDs" },
  orchestrator_key: { href: "/dashboard/partners", name: "Partners" },
  member_invitation: { href: "/dashboard/members", name: "Members" },
  member: { href: "/dashboard/members", name: "Members" },
  passkey: { href: "/dashboard/account", name: "Account" },
  wallet: { href: "/dashboard/account", name: "Account" },
  approval: { href: "/dashboard/approvals", name: "Approvals" },
  recovery: { href: "/dashboard", name: "Home" },
};

/** An alarm as its owner reads it. */
export function alarmInWords({ action }: Pick<Alarm, "action">) {
  const titles: Record<string, { title: string } | undefined> = ALARMS;
  const title = titles[action]?.title ?? actionInWords(action);
  return { title, advice: ADVICE[action] ?? "", place: PLACES[action.split(".")[0] ?? ""] ?? null };
}
