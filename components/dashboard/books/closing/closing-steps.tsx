"use client";

import { useRouter } from "next/navigation";
import type { Period } from "@/server/ledger/closing/schema";
import { PeriodFiles } from "../period-files";
import { useBooksSettings } from "../worth-queries";
import { BeginClose } from "./begin-close";
import { Comparison } from "./comparison";
import { Differences } from "./differences";
import { OpenItems } from "./open-items";
import { OpenAgain, SignStep } from "./sign-step";
import { StatementPreview } from "./statement-preview";
import { Step } from "./step";
import { stateOf, stepNow, unexplained } from "./steps";

interface FirstStepProps {
  months: readonly string[];
  timeZone: string;
  startsAt: string | null;
}

/** The steps before a month is ended: only the first can be done. */
export function StepsOfNext(first: FirstStepProps) {
  const router = useRouter();
  return (
    <ol className="grid grid-cols-1 gap-4">
      <Step name="open" state="now">
        <BeginClose {...first} onEnded={({ id }) => router.push(`/dashboard/books/close/${id}`)} />
      </Step>
      <Step name="compare" state="later" />
      <Step name="explain" state="later" />
      <Step name="sign" state="later" />
      <Step name="files" state="later" />
    </ol>
  );
}

/** The steps of a month that was ended, as far as it has come. */
export function StepsOf({ period }: { period: Period }) {
  const router = useRouter();
  const settings = useBooksSettings();
  const now = stepNow(period);
  const stateFor = (step: Parameters<typeof stateOf>[0]) => stateOf(step, now);
  const isCompared = period.state !== "comparing";
  const missing = unexplained(period).length;
  return (
    <ol className="grid grid-cols-1 gap-4">
      <Step name="open" state={stateFor("open")}>
        {period.state !== "closed" && <OpenItems from={period.startsAt} to={period.endsAt} />}
      </Step>
      <Step name="compare" state={stateFor("compare")}>
        <Comparison period={period} />
        {period.state !== "closed" && (
          <div>
            <OpenAgain period={period} onOpened={() => router.push("/dashboard/books/close")} />
          </div>
        )}
      </Step>
      <Step name="explain" state={stateFor("explain")}>
        {isCompared && <Differences period={period} />}
      </Step>
      <Step name="sign" state={stateFor("sign")}>
        {isCompared && <StatementPreview period={period} />}
        {period.state === "compared" && <SignStep period={period} missing={missing} />}
      </Step>
      <Step name="files" state={stateFor("files")}>
        {period.state === "closed" && <PeriodFiles period={period} hasDatev={settings.data?.datev != null} />}
      </Step>
    </ol>
  );
}
