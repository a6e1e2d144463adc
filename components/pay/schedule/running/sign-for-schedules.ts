import { Unreachable } from "@/components/pay/api/ask-server";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { post } from "@/components/pay/schedule/ask-schedule";
import { isScheduleState, type PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { signChallengeOf } from "@/wallet/sign-in";
import type { Wallet } from "@/wallet/wallet";

/**
 * The schedules that a wallet has running, for who signs with it: the message is asked for, signed once and used up.
 * Throws `WalletError` for what the wallet did, any other error for what the service said.
 */
export async function signForSchedules(wallet: Wallet): Promise<PageSchedule[]> {
  const signed = await signChallengeOf(wallet, "/pay/schedules/challenge");
  const { status, body } = await post("/pay/schedules/list", signed);
  if (status !== 200) throw new Unreachable(`schedules: ${status}`);
  const list = typeof body === "object" && body !== null && "schedules" in body ? body.schedules : null;
  if (!Array.isArray(list)) throw new Unreachable("schedules: not a list");
  const schedules = list.flatMap((one) => (isScheduleState(one) && one.kind === "schedule" ? [one] : []));
  // One that contradicts itself is not left out in silence: the payer would think that it does not run.
  if (schedules.length < list.length || schedules.some((one) => disagreementIn(one.shown, one))) {
    throw new Unreachable("schedules: not ours");
  }
  return schedules;
}
