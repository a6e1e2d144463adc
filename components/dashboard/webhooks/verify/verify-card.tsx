"use client";

import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Tabs } from "@/components/ui/tabs";
import { useDashboardConfig } from "../../config";
import { verifySnippets } from "./verify-snippets";

/** How a server knows that a call is ours. */
export function VerifyCard() {
  const { headerPrefix } = useDashboardConfig();
  return (
    <Card
      title="Verify a signature"
      description="Check every call before you believe it: anybody can find your address."
    >
      <Tabs
        label="Language"
        tabs={verifySnippets(headerPrefix).map(({ language, name, code }) => ({
          value: language,
          label: name,
          content: <CodeBlock text={code} label={`code in ${name}`} language={language} />,
        }))}
      />
    </Card>
  );
}
