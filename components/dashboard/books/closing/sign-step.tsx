"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { Period } from "@/server/ledger/closing/schema";
import { messageOf } from "../../api/api-failure";
import { ConfirmChange } from "../../forms/confirm-change";
import { Allowed } from "../../roles/allowed";
import { ViewOnly } from "../../roles/view-only";
import { useMerchant } from "../../session/merchant";
import { periodInWords } from "../month-words";

/** The buttons of a period that was compared: it is signed, or opened again so that something can be put right. */
export function SignStep({ period, missing }: { period: Period; missing: number }) {
  const { api } = useMerchant();
  const toast = useToast();
  const month = periodInWords(period);
  const sign = useMutation({
    mutationFn: () => api<Period>("POST", `/v2/books/periods/${period.id}/close`, { body: {} }),
    onSuccess: () => toast(`${month} is closed.`),
  });
  return (
    <>
      {missing > 0 ? (
        <p className="text-muted">
          {missing === 1 ? "1 difference has" : `${missing} differences have`} no explanation yet.
        </p>
      ) : (
        <p className="text-muted">
          The statement is signed by this service, and the month stays as it is. This cannot be taken back.
        </p>
      )}
      {sign.error && <Alert tone="danger">{messageOf(sign.error)}</Alert>}
      <ViewOnly unless="closePeriod" />
      <div className="flex flex-wrap gap-3">
        <Allowed to="closePeriod">
          <Button
            variant="primary"
            disabled={missing > 0}
            isPending={sign.isPending}
            onClick={() => sign.mutate()}
          >
            Close and sign
          </Button>
        </Allowed>
      </div>
    </>
  );
}

/** Lets a month that is not closed take entries again. */
export function OpenAgain({ period, onOpened }: { period: Period; onOpened: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const month = periodInWords(period);
  return (
    <Allowed to="reopenPeriod">
      <Button onClick={() => setAsking(true)}>Open again</Button>
      {isAsking && (
        <ConfirmChange
          operation="reopenPeriod"
          onClose={() => setAsking(false)}
          title={`Open ${month} again?`}
          confirm="Open again"
          change={async (api) => {
            await api("DELETE", `/v2/books/periods/${period.id}`);
            onOpened();
          }}
          done={`${month} takes entries again.`}
        >
          What differs can be put right, and the month is compared anew when you close it.
        </ConfirmChange>
      )}
    </Allowed>
  );
}
