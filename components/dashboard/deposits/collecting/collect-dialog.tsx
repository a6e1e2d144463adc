"use client";

import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { NetworkId } from "@/server/chains/networks";
import type { Wallet } from "@/wallet/wallet";
import { useNames } from "../../networks";
import { useWalletOn, WalletChoice } from "../../shared/wallet-choice";
import type { CollectFlow } from "./collect-flow";
import { CollectReview } from "./collect-review";
import { countOf, LEFT_OUT_WORDS, troubleWords } from "./collect-words";

interface CollectDialogProps {
  network: NetworkId;
  flow: CollectFlow;
  onClose: () => void;
  onSign: (wallet: Wallet) => void;
  onRetry: () => void;
}

/** From what is collected to the one signature of a wallet. Closes by itself when it is on its way. */
export function CollectDialog({ network, flow, onClose, onSign, onRetry }: CollectDialogProps) {
  const names = useNames();
  const [isChoosing, setChoosing] = useState(false);
  const wallet = useWalletOn(network);
  const isOpen = ["preparing", "review", "nothing", "refused", "failed", "wallet"].includes(flow.step);
  return (
    <>
      <Dialog
        isOpen={isOpen && !isChoosing}
        {...(flow.step === "wallet" ? {} : { onClose })}
        size="lg"
        title={`Collect on ${names.network(network)}`}
        description="One transaction brings the money to its payees. The wallet that sends it pays the gas."
        footer={
          <Footer
            flow={flow}
            wallet={wallet}
            onClose={onClose}
            onSign={onSign}
            onRetry={onRetry}
            onChoose={() => setChoosing(true)}
          />
        }
      >
        <Body network={network} flow={flow} wallet={wallet} />
      </Dialog>
      <WalletChoice network={network} isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </>
  );
}

function Body({
  network,
  flow,
  wallet,
}: Pick<CollectDialogProps, "network" | "flow"> & { wallet: Wallet | null }) {
  switch (flow.step) {
    case "preparing":
      return <Skeleton className="h-40" />;
    case "review":
      return (
        <div className="grid gap-5">
          {flow.trouble && (
            <Alert
              tone={
                flow.trouble.code === "wallet" && flow.trouble.reason === "rejected" ? "warning" : "danger"
              }
            >
              {troubleWords(flow.trouble)}
            </Alert>
          )}
          <CollectReview network={network} plan={flow.plan} wallet={wallet} />
        </div>
      );
    case "wallet":
      return (
        <div className="grid gap-5">
          <Alert tone="info">Confirm it in your wallet.</Alert>
          <CollectReview network={network} plan={flow.plan} wallet={wallet} />
        </div>
      );
    case "nothing":
      return (
        <Alert tone="warning" title="Nothing can be collected now">
          {[...new Set(flow.prepared.leftOut.map(({ reason }) => LEFT_OUT_WORDS[reason]))].join("; ")}.
        </Alert>
      );
    case "refused":
      return (
        <Alert tone="danger" title="This transaction is not what you chose">
          Your browser compared what the service prepared with the contracts it knows, and they differ (
          {flow.problem.field}: {flow.problem.expected} expected, {flow.problem.got} found). Sign nothing, and
          tell whoever operates this service.
        </Alert>
      );
    case "failed":
      return <Alert tone="danger">{flow.message}</Alert>;
    default:
      return null;
  }
}

interface FooterProps extends Omit<CollectDialogProps, "network"> {
  wallet: Wallet | null;
  onChoose: () => void;
}

function Footer({ flow, wallet, onClose, onSign, onRetry, onChoose }: FooterProps) {
  if (flow.step === "failed") {
    return (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </>
    );
  }
  if (flow.step !== "review" && flow.step !== "wallet") return <Button onClick={onClose}>Close</Button>;
  const isAsked = flow.step === "wallet";
  return (
    <>
      {!isAsked && <Button onClick={onClose}>Cancel</Button>}
      {wallet && !isAsked && <Button onClick={onChoose}>Use another wallet</Button>}
      {wallet ? (
        <Button variant="primary" isPending={isAsked} onClick={() => onSign(wallet)}>
          {isAsked
            ? "Waiting for the wallet"
            : `Collect ${countOf(flow.plan.compared.deposits.length)} as ${shorten(wallet.address)}`}
        </Button>
      ) : (
        <Button variant="primary" onClick={onChoose}>
          Connect a wallet
        </Button>
      )}
    </>
  );
}
