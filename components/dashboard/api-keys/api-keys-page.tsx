"use client";

import { PageFrame } from "../frame/page-frame";
import { ApiKeysCard } from "./api-keys-card";

/** The secrets of the merchant's servers. */
export function ApiKeysPage() {
  return (
    <PageFrame operation="listApiKeys" title="API keys">
      <ApiKeysCard />
    </PageFrame>
  );
}
