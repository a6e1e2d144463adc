import { Panel } from "@/components/pay/steps/panel";
import { Spinner } from "@/components/ui/spinner";

/** A step in which the payer waits, or looks at their wallet. */
export function Busy({ title, text }: { title: string; text: string }) {
  return (
    <Panel title={title} icon={<Spinner className="text-accent" />}>
      <p className="mt-3 text-sm leading-relaxed text-muted">{text}</p>
    </Panel>
  );
}
