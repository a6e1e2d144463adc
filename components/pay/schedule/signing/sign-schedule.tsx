"use client";

import { SignStep } from "@/components/pay/schedule/signing/sign-step";
import { useSignFlow } from "@/components/pay/schedule/signing/use-sign-flow";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { Wallet } from "@/wallet/wallet";

interface SignScheduleProps {
  page: PageSchedule;
  wallet: Wallet;
  look: () => Promise<void>;
}

/** The payer's wallet is here, and the schedule waits for its signature. */
export function SignSchedule({ page, wallet, look }: SignScheduleProps) {
  const { flow, ask, again } = useSignFlow(page, wallet, look);
  return <SignStep page={page} flow={flow} onAsk={() => void ask()} onAgain={again} />;
}
