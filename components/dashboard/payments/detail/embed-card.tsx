import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import { embedSnippet } from "./embed-snippet";

interface EmbedCardProps {
  source: PaymentRow["source"];
  url: string;
  token: string;
}

/** What a merchant puts into a page of their own to show the link there, where that link can be shown in one. */
export function EmbedCard({ source, url, token }: EmbedCardProps) {
  if (source.clientId === null) {
    return (
      <Card title="In your own page">
        <p className="text-sm leading-relaxed text-muted">
          Only a link that a client ID has made can be shown inside a page, on the allowed domains of that
          client ID. This one was made in another way.
        </p>
      </Card>
    );
  }
  return (
    <Card
      title="In your own page"
      description={`Shows the link inside pages of the allowed domains of ${source.label ?? source.clientId}, and of no others.`}
    >
      <CodeBlock text={embedSnippet(url, token)} label="code for your page" language="html" />
    </Card>
  );
}
