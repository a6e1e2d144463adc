import type { Methods } from "@/sdk/resources/methods";

/** Who belongs to an account, and in which role. Needs a session. */
export function membersOf({ operation }: Methods) {
  return {
    /** Lists who belongs to the account. */
    list: operation("get", "/v1/members", "nothing"),
    /** Gives a member another role. */
    update: operation("patch", "/v1/members/{id}", "body"),
    /** Removes a member, and ends their sessions in the account. */
    remove: operation("delete", "/v1/members/{id}", "nothing"),
    /** Leaves the account. */
    leave: operation("post", "/v1/members/leave", "nothing"),
    /** Lists invitations that wait. */
    listInvitations: operation("get", "/v1/members/invitations", "nothing"),
    /** Invites one person; the token is shown once. */
    invite: operation("post", "/v1/members/invitations", "body"),
    /** Reads what an invitation is for. */
    getInvitation: operation("get", "/v1/members/invitations/{token}", "nothing"),
    /** Accepts an invitation. */
    accept: operation("post", "/v1/members/invitations/{token}/accept", "nothing"),
    /** Withdraws an invitation, by its ID. */
    withdraw: operation("delete", "/v1/members/invitations/{token}", "nothing"),
  };
}

/** The accounts of whoever is signed in. Needs a session. */
export function accountsOf({ operation }: Methods) {
  return {
    /** Lists the accounts that you belong to. */
    list: operation("get", "/v1/accounts", "nothing"),
    /** Lets this session act in another of them. */
    select: operation("post", "/v1/accounts/{id}/select", "nothing"),
  };
}
