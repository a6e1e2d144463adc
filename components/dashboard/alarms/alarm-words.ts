import type { Alarm } from "@/server/auth/alarms/schema";
import { actionInWords } from "../audit/audit-words";

/** What happened, by action, and what to do where it was none of the owners. */
const WORDS: Record<string, { title: string; advice: string }> = {
  "session.created": {
    title: "Somebody signed in from a new device",
    advice: "If that was nobody of you, end the session and remove the wallet from the account.",
  },
  "payee_destination.created": {
    title: "A destination was set up",
    advice: "If that was nobody of you, switch it off before anything is paid.",
  },
  "payee_destination.updated": {
    title: "The destination was changed",
    advice: "If that was nobody of you, change it back before anything is paid.",
  },
  "payee_destination.activated": {
    title: "A destination was switched on",
    advice: "If that was nobody of you, switch it off before anything is paid.",
  },
  "payee_destination.deactivated": {
    title: "A destination was switched off",
    advice: "Nothing can be paid there any more.",
  },
  "api_key.created": { title: "An API key was made", advice: "If that was nobody of you, delete it." },
  "api_key.rotated": {
    title: "An API key was replaced",
    advice: "If that was nobody of you, delete the new one and the old one.",
  },
  "client_id.created": { title: "A client ID was made", advice: "If that was nobody of you, revoke it." },
  "orchestrator_key.created": {
    title: "A partner key was made",
    advice: "If that was nobody of you, revoke it.",
  },
  "orchestrator_key.rotated": {
    title: "A partner key was replaced",
    advice: "If that was nobody of you, revoke the new one and the old one.",
  },
  "member_invitation.created": {
    title: "Somebody was invited",
    advice: "If that was nobody of you, withdraw the invitation.",
  },
  "member.created": {
    title: "A new member joined",
    advice: "If you do not know them, remove them.",
  },
  "member.updated": {
    title: "A member has another role",
    advice: "If that was nobody of you, change it back.",
  },
  "member.deleted": {
    title: "A member left or was removed",
    advice: "Delete keys of theirs that you do not trust.",
  },
  "passkey.created": {
    title: "A member added a passkey",
    advice: "If that was nobody of you, remove it from the account's ways to sign in, and end all sessions.",
  },
  "passkey.rejected": {
    title: "A passkey may have been copied",
    advice: "Its owner should remove it and make another one.",
  },
  "approval.created": {
    title: "A change waits for a second person",
    advice: "Read what will happen, then approve or refuse it.",
  },
  "approval.expired": {
    title: "A change waited for a second person until its time was over",
    advice: "Nothing has changed. If it is still wanted, ask for it again.",
  },
  "recovery.started": {
    title: "The operator gives this account another owner",
    advice: "If an owner is here, stop it: it says where on Home.",
  },
  "recovery.stopped": { title: "A recovery was stopped", advice: "Nothing has changed." },
  "recovery.finished": {
    title: "The account has another owner, by recovery",
    advice: "If that is wrong, remove them.",
  },
  "recovery.expired": { title: "A recovery was given up", advice: "Nothing has changed." },
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
  approval: { href: "/dashboard/approvals", name: "Approvals" },
  recovery: { href: "/dashboard", name: "Home" },
};

/** An alarm as its owner reads it. */
export function alarmInWords({ action }: Pick<Alarm, "action">) {
  const { title, advice } = WORDS[action] ?? { title: actionInWords(action), advice: "" };
  return { title, advice, place: PLACES[action.split(".")[0] ?? ""] ?? null };
}
