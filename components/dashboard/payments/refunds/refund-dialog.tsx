"use client";

import { type ReactNode, useState } from "react";
import type { AskedRefund } from "@/components/pay/safety/refund/compare-refund";
import { shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { NetworkId } from "@/server/chains/networks";
import type { RefundsListed } from "@/server/requests/refunds/schema";
import type { Wallet } from "@/wallet/wallet";
import { useWalletOn, WalletChoice } from "../../shared/wallet-choice";
import type { RefundFlow, RefundTrouble } from "./refund-flow";
import { RefundForm } from "./refund-form";
import { RefundReview } from "./refund-review";
import { isMild, troubleWords } from "./refund-words";

interface RefundDialogProps {
  flow: RefundFlow;
  list: RefundsListed;
  network: NetworkId;
  /** What the amount begins with; null for all that can go back. */
  suggested: string | null;
  onClose: () => void;
  onAsk: (asked: AskedRefund) => void;
  onSend: (wallet: Wallet) => void;
}

/** From how much goes back to the signature of a wallet. Closes by itself when it is on its way. */
export function RefundDialog(props: RefundDialogProps) {
  const { flow, network, onClose } = props;
  const [isChoosing, setChoosing] = useState(false);
  const wallet = useWalletOn(network);
  const refundId = "refund" in flow ? flow.refund.refundId : null;
  const [comparedId, setComparedId] = useState<string | null>(null);
  const isOpen = flow.step !== "closed" && flow.step !== "sent" && flow.step !== "undone";
  const isAsked = flow.step === "checking" || flow.step === "wallet" || flow.step === "settling";
  const isCompared = refundId !== null && comparedId === refundId;
  return (
    <>
      <Dialog
        isOpen={isOpen && !isChoosing}
        {...(isAsked ? {} : { onClose })}
        title="Send money back"
        description="Your own wallet or Safe sends it and pays the gas. The chain is the proof: nothing counts as sent back before it."
        footer={
          flow.step === "refused" ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            (flow.step === "review" || isAsked) && (
              <SendButtons
                {...props}
                wallet={wallet}
                isAsked={isAsked}
                isCompared={isCompared}
                onChoose={() => setChoosing(true)}
              />
            )
          )
        }
      >
        <Body
          {...props}
          wallet={wallet}
          isCompared={isCompared}
          onCompare={(is) => setComparedId(is ? refundId : null)}
        />
      </Dialog>
      <WalletChoice network={network} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  );
}

interface BodyProps extends RefundDialogProps {
  wallet: Wallet | null;
  isCompared: boolean;
  onCompare: (isCompared: boolean) => void;
}

function Body({
  flow,
  list,
  suggested,
  wallet,
  isCompared,
  onCompare,
  onClose,
  onAsk,
}: BodyProps): ReactNode {
  switch (flow.step) {
    case "choosing":
      return (
        <RefundForm
          currency={list.currency}
          receivers={list.receivers.filter(({ refundableAmount }) => refundableAmount !== "0")}
          suggested={suggested}
          error={flow.trouble ? troubleWords(flow.trouble) : undefined}
          isPending={false}
          onCancel={onClose}
          onAsk={onAsk}
        />
      );
    case "preparing":
      return <Skeleton className="h-40" />;
    case "review":
    case "checking":
    case "wallet":
    case "settling":
      return (
        <div className="grid gap-5">
          <Said flow={flow} />
          <RefundReview refund={flow.refund} wallet={wallet} isCompared={isCompared} onCompare={onCompare} />
        </div>
      );
    case "refused":
      return (
        <Alert tone="danger" title="This refund is not what you chose">
          Your browser compared what the service prepared with your choice and with the contracts it knows,
          and they differ ({flow.problem.field}: {flow.problem.expected} expected, {flow.problem.got} found).
          Sign nothing, and tell whoever operates this service.
        </Alert>
      );
    default:
      return null;
  }
}

/** What happens, or what went wrong last. */
function Said({
  flow,
}: {
  flow: Extract<RefundFlow, { step: "review" | "checking" | "wallet" | "settling" }>;
}) {
  if (flow.step === "review") return flow.trouble && <Trouble trouble={flow.trouble} />;
  if (flow.step === "checking") return <Alert tone="info">Comparing what the wallet will be asked.</Alert>;
  if (flow.step === "settling") {
    return <Alert tone="info">The approval waits for its block. Your wallet is asked again after it.</Alert>;
  }
  const { steps } = flow.compared;
  return (
    <Alert tone="info">
      Confirm it in your wallet.
      {steps.length > 1 && ` First the contract is allowed to take exactly this amount, then it is sent.`}
    </Alert>
  );
}

function Trouble({ trouble }: { trouble: RefundTrouble }) {
  return <Alert tone={isMild(trouble) ? "warning" : "danger"}>{troubleWords(trouble)}</Alert>;
}

interface SendButtonsProps extends Pick<RefundDialogProps, "flow" | "onClose" | "onSend"> {
  wallet: Wallet | null;
  isAsked: boolean;
  isCompared: boolean;
  onChoose: () => void;
}

function SendButtons({ flow, wallet, isAsked, isCompared, onClose, onSend, onChoose }: SendButtonsProps) {
  const isLocked = flow.step === "review" && flow.refund.receiverIs === "named" && !isCompared;
  return (
    <>
      {!isAsked && <Button onClick={onClose}>Close</Button>}
      {wallet && !isAsked && <Button onClick={onChoose}>Use another wallet</Button>}
      {wallet ? (
        <Button variant="primary" isPending={isAsked} disabled={isLocked} onClick={() => onSend(wallet)}>
          {isAsked ? "Waiting for the wallet" : `Send back as ${shorten(wallet.address)}`}
        </Button>
      ) : (
        <Button variant="primary" onClick={onChoose}>
          Connect a wallet
        </Button>
      )}
    </>
  );
}
